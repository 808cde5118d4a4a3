-- FEED-9: addresses of a company's other systems, which are called when something happens to its auctions.
create table webhooks (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  url text not null,
  events text[] not null check (events <> '{}'),
  sealed_secret text not null,
  -- It signs too, for 24 hours after the rotation.
  sealed_former_secret text,
  rotated_at timestamptz,
  active boolean not null default true,
  -- When the product stopped it (FEED-10); null if it runs, or an admin paused it.
  stopped_at timestamptz check (stopped_at is null or not active),
  last_delivered_at timestamptz,
  created_at timestamptz not null default now_ms()
);
create index webhooks_by_company on webhooks (company_id, id);
create index webhooks_stopped on webhooks (company_id, id) where stopped_at is not null;
alter table webhooks enable row level security;
create policy tenant on webhooks using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);

-- FEED-10: one for each webhook and event.
create table webhook_deliveries (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  -- `webhook-id`, the same when it is sent again.
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  type text not null,
  -- The bytes that are sent.
  body text not null check (octet_length(body) <= 20480),
  -- A person asked for it: a test, or one that is sent again. It is tried also while the webhook is stopped.
  is_manual boolean not null default false,
  created_at timestamptz not null default now_ms(),
  tries smallint not null default 0,
  first_try_at timestamptz,
  -- Null: it is not tried again.
  due_at timestamptz default now_ms(),
  -- A node calls the webhook until then at most.
  taken_until timestamptz,
  status smallint,
  error text
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (due_at, id) where due_at is not null;
create index webhook_deliveries_taken on webhook_deliveries (webhook_id) where taken_until is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
alter table webhook_deliveries enable row level security;
create policy tenant on webhook_deliveries using (
  (select nobody_looks()) or webhook_id in (select id from webhooks)
);

-- FEED-9: every act on an auction is an entry of «Historik», written in the transaction of the act. Its deliveries are
-- written with it.
create function queue_webhooks() returns trigger language plpgsql as $$
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
  order by l.id, w.id, e.type desc;
  return null;
end $$;
create trigger queue_webhooks after insert on audit_log
  referencing new table as added for each statement execute function queue_webhooks();
