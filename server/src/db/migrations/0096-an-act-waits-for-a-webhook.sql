-- FEED-9: a webhook may be removed while an act queues its deliveries. The lock waits for the removal and then leaves the
-- webhook out; without it the foreign key refuses the act.
create or replace function queue_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (
    select from added join public.webhooks w on w.company_id = added.company_id and w.active
    where added.auction_id is not null
  ) then
    return null;
  end if;
  insert into public.webhook_deliveries (webhook_id, type, body)
  select w.id, e.type, json_build_object(
    'type', e.type,
    'timestamp', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', case
      when e.type = 'auction.relisted' then json_build_object(
        'auction_id', a.id, 'external_id', a.external_id, 'claim_number', a.claim_number, 'number', a.number,
        'relisted_as', (
          select json_build_object('id', s.id, 'number', s.number) from public.auctions s
          where s.relisted_from = a.id and s.deleted_at is null
        )
      )
      else json_build_object(
        'auction_id', a.id, 'external_id', a.external_id, 'claim_number', a.claim_number, 'number', a.number
      )
    end
  )::text
  from added l
  join public.auctions a on a.id = l.auction_id
  cross join lateral unnest(case l.action
    when 'close' then array['auction.ended']
    when 'cancel' then array['auction.ended']
    when 'notify winner' then array['winner.notified']
    when 'accept offer' then array['winner.notified']
    when 'release bids' then array['bids.released']
    when 'decline sale' then array['bids.released']
    when 'relist' then case when l.after ? 'relisted_as' then array['bids.released', 'auction.relisted'] end
    when 'delete' then array['auction.deleted']
    when 'hand over' then array['collection.handed_over']
    when 'undo purchase' then array['collection.undone']
    when 'approve deregistration' then array['deregistration.approved']
  end) as e(type)
  join public.webhooks w on w.company_id = l.company_id and w.active and e.type = any(w.events)
  -- Relisting releases the bids unless they were released before (RELIST-3).
  where l.action <> 'relist' or e.type <> 'bids.released' or exists (
    select from public.auction_standings s
    where s.auction_id = a.id and s.bids_released_at is not null and not exists (
      select from public.audit_log before
      where before.auction_id = a.id and before.id < l.id
        and (before.action in ('release bids', 'decline sale') or before.action = 'relist' and before.after ? 'relisted_as')
    )
  )
  order by l.id, w.id, e.type desc
  for key share of w;
  return null;
end $$;
