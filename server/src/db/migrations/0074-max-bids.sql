-- AUTO-1: whether stations may set a maximum; an auction copies it.
alter table companies add column allows_max_bids boolean not null default false;
alter table auctions add column allows_max_bids boolean not null default false;

-- AUTO-6: an automatic bid, and the bid that it answers; none for the answer to a refused challenge.
alter table bids add column is_automatic boolean not null default false;
alter table bids add column called_by integer;

-- AUTO-3: the maximum of the station that leads, with the user who set it. It counts only while that station leads and
-- no bid is above it: nodes of the release before change the leading bid alone.
alter table auction_standings
  add column max_bid integer,
  add column max_bid_station_id integer references service_stations on delete restrict,
  add column max_bid_user_id integer references users on delete restrict;

-- AUTO-8: each change of a station's maximum. The newest row of a station is its maximum; without an amount it has none.
create table max_bids (
  id bigint generated always as identity primary key,
  auction_id integer not null references auction_standings on delete restrict,
  service_station_id integer not null references service_stations on delete restrict,
  -- Who set it or took it back; null for what another act ended.
  user_id integer references users on delete restrict,
  amount integer check (amount between 1 and 999999999),
  change text not null check (
    change in ('set', 'changed', 'taken_back', 'bid', 'bid_removed', 'station_removed', 'ended')
  ),
  at timestamptz not null default now_ms(),
  check ((amount is not null) = (change in ('set', 'changed')))
);
create index max_bids_by_station on max_bids (service_station_id, auction_id, id desc);
create trigger max_bids_are_kept before update or delete on max_bids
  for each row execute function refuse_change();

alter table max_bids enable row level security;
create policy tenant on max_bids using (
  (select nobody_looks()) or service_station_id = (select caller_station())
);

-- AUTO-12: the end ends them all, whatever closes the auction.
create function end_max_bids() returns trigger language plpgsql as $$
begin
  insert into public.max_bids (auction_id, service_station_id, change)
  select new.auction_id, station, 'ended'
  from unnest(new.bidder_ids) as station
  cross join lateral (
    select m.amount from public.max_bids m
    where m.service_station_id = station and m.auction_id = new.auction_id
    order by m.id desc limit 1
  ) last
  where last.amount is not null;
  new.max_bid := null;
  new.max_bid_station_id := null;
  new.max_bid_user_id := null;
  return new;
end $$;
create trigger auction_standings_end_max_bids before update of closed_at on auction_standings
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function end_max_bids();
