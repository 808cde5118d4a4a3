-- DATA-3: from its end, each auction has a chain of hashes over its bids and its history. It reveals rows that were
-- changed, removed or added outside the product. A trigger extends it in the transaction of each act.
create table chain_links (
  auction_id integer not null references auctions on delete restrict,
  -- The link of the end is 1. Each later act adds a link.
  position integer not null check (position > 0),
  -- The history entries that the link covers, and the last bid that it covers.
  event_ids bigint[] not null,
  last_bid_id integer not null check (last_bid_id >= 0),
  -- The state of the sale: closed_at, end_dt, winning_bid_id, winner_notified_at and bids_released_at, as the bytes of
  -- a record.
  outcome bytea not null,
  -- SHA-256 of these columns, of the rows that the link covers, and of the previous hash.
  hash bytea not null check (length(hash) = 32),
  -- Set by a node soon afterwards. They need a key that is not in the database.
  anchor_id integer,
  mac bytea,
  primary key (auction_id, position),
  check ((anchor_id is null) = (mac is null))
);
create index chain_links_by_anchor on chain_links (anchor_id, auction_id, position);

-- A seal over all links up to a time. It reveals a link that is removed later.
create table chain_anchors (
  id integer primary key check (id > 0),
  at timestamptz not null default now_ms(),
  link_count integer not null check (link_count > 0),
  mac bytea not null check (length(mac) = 32)
);
alter table chain_links add foreign key (anchor_id) references chain_anchors on delete restrict;

create trigger chain_anchors_are_kept before update or delete on chain_anchors
  for each row execute function refuse_change();
create trigger chain_links_are_kept before delete on chain_links
  for each row execute function refuse_change();
create trigger chain_links_are_anchored_once before update on chain_links
  for each row when (
    old.anchor_id is not null or
    (new.auction_id, new.position, new.event_ids, new.last_bid_id, new.outcome, new.hash)
      is distinct from (old.auction_id, old.position, old.event_ids, old.last_bid_id, old.outcome, old.hash)
  )
  execute function refuse_change();

-- Adds to each of these auctions that has ended a link over the rows that no link covers yet, if there are any. The
-- bytes of a record are the same in every session, and fast to create. If a column gets another type later, it is cast
-- to its type here.
create function extend_chain(auctions integer[]) returns void
  language plpgsql as $$
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
      sha256(string_agg(record_send(row(
        b.id, b.service_station_id, b.user_id, b.amount, b.minimum, b.placed_at, b.end_before, b.end_after,
        b.removed_at, b.removed_by, b.is_offer
      )), '' order by b.id)) as hash
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

create function history_written() returns trigger
  language plpgsql as $$
begin
  perform extend_chain(array(
    select distinct w.auction_id from written w where w.auction_id is not null
  ));
  return null;
end $$;
create trigger audit_log_extends_chain after insert on audit_log
  referencing new table as written
  for each statement execute function history_written();

-- Starts the chains of auctions that ended before this migration.
select extend_chain(array(select auction_id from auction_standings where closed_at is not null));
