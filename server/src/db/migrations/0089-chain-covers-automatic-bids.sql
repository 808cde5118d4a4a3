-- DATA-3: the hash of a bid covers that it is automatic and which bid it answers (AUTO-6). The form of all other bids stays, so
-- that the links that exist hold.
create or replace function extend_chain(auctions integer[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- As a rule the act has this lock already. What was written while it was waited for is seen below.
  perform from auction_standings s
  where s.auction_id = any(auctions)
  order by s.auction_id
  for no key update;
  insert into chain_links (auction_id, position, event_ids, last_bid_id, outcome, hash)
  select s.auction_id, made.position, events.ids, made.last_bid_id, made.outcome,
    sha256(record_send(row(
      s.auction_id, made.position, last.hash, made.last_bid_id, made.outcome, events.hash, bids.hash
    )))
  from auction_standings s
  left join lateral (
    select c.position, c.hash, c.last_bid_id from chain_links c
    where c.auction_id = s.auction_id
    order by c.position desc
    limit 1
  ) last on true
  cross join lateral (
    select coalesce(array_agg(l.id order by l.id), '{}') as ids,
      sha256(string_agg(record_send(row(
        l.id, l.at, l.user_id, l.company_id, convert_to(l.action, 'UTF8'), convert_to(l.before::text, 'UTF8'),
        convert_to(l.after::text, 'UTF8')
      )), '' order by l.id)) as hash
    from audit_log l
    where l.auction_id = s.auction_id and (last.position is null or not exists (
      select from chain_links c where c.auction_id = s.auction_id and l.id = any(c.event_ids)
    ))
  ) events
  cross join lateral (
    select max(b.id) as last_id,
      sha256(string_agg(case when b.is_automatic or b.called_by is not null then record_send(row(
        b.id, b.service_station_id, b.user_id, b.amount, b.minimum, b.placed_at, b.end_before, b.end_after,
        b.removed_at, b.removed_by, b.is_offer, b.is_automatic, b.called_by
      )) else record_send(row(
        b.id, b.service_station_id, b.user_id, b.amount, b.minimum, b.placed_at, b.end_before, b.end_after,
        b.removed_at, b.removed_by, b.is_offer
      )) end, '' order by b.id)) as hash
    from bids b
    where b.auction_id = s.auction_id and b.id > coalesce(last.last_bid_id, 0)
  ) bids
  cross join lateral (
    select coalesce(last.position, 0) + 1 as position,
      coalesce(bids.last_id, last.last_bid_id, 0) as last_bid_id,
      record_send(row(
        s.closed_at, s.end_dt, s.winning_bid_id, s.winner_notified_at, s.bids_released_at
      )) as outcome
  ) made
  where s.auction_id = any(auctions) and s.closed_at is not null
    and (last.position is null or events.ids <> '{}');
end $$;
