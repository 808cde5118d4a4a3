-- PICK-3: the buyer gets the code only after paying.
alter table companies add column release_after_payment boolean not null default false;

-- PICK-1: the collection of the object by a notified winner. It is withdrawn if another winner is chosen, and undone if
-- the purchase is undone. At most one collection of an auction is neither withdrawn nor undone.
create table collections (
  id integer generated always as identity primary key,
  auction_id integer not null,
  bid_id integer not null,
  service_station_id integer not null references service_stations on delete restrict,
  notified_at timestamptz not null,
  free_until date not null,
  release_code text not null check (release_code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  -- The company's setting when the winner was notified.
  release_after_payment boolean not null,
  -- When the buyer got the code.
  released_at timestamptz,
  paid_at date,
  waived_days smallint not null default 0 check (waived_days between 0 and 365),
  handed_over_at timestamptz,
  handed_over_by integer references users on delete restrict,
  collected_by text,
  undone_at timestamptz,
  withdrawn_at timestamptz,
  -- Frozen at the hand-over, and when the purchase is undone (PICK-6); kronor.
  storage_days integer check (storage_days >= 0),
  storage_cost integer check (storage_cost >= 0),
  foreign key (auction_id, bid_id) references bids (auction_id, id) on delete restrict,
  check (num_nonnulls(handed_over_at, undone_at, withdrawn_at) <= 1),
  check ((handed_over_at is null) = (collected_by is null)),
  check ((handed_over_at is null and undone_at is null) = (storage_days is null)),
  check ((storage_days is null) = (storage_cost is null)),
  check (release_after_payment or released_at is not null)
);
create unique index collections_standing on collections (auction_id)
  where undone_at is null and withdrawn_at is null;
create index collections_by_auction on collections (auction_id, id desc);
create index collections_by_bid on collections (auction_id, bid_id);
create index collections_by_station on collections (service_station_id, auction_id);
create unique index collections_code on collections (release_code)
  where handed_over_at is null and undone_at is null and withdrawn_at is null;
create index collections_waiting on collections (free_until)
  where handed_over_at is null and undone_at is null and withdrawn_at is null;
create trigger collections_are_kept before delete on collections
  for each row execute function refuse_change();

-- PICK-2: six random characters that are not easily confused, and that no other waiting object has as its code.
create function new_release_code() returns text
  language plpgsql volatile as $$
declare
  signs constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  random bytea;
  code text;
begin
  loop
    random := uuid_send(gen_random_uuid());
    -- The first six bytes are random in full.
    select string_agg(substr(signs, (get_byte(random, n) & 31) + 1, 1), '') into code
    from generate_series(0, 5) as n;
    exit when not exists (
      select from collections
      where release_code = code
        and handed_over_at is null and undone_at is null and withdrawn_at is null
    );
  end loop;
  return code;
end $$;
alter table collections alter column release_code set default new_release_code();

-- PICK-10: winners who were notified before this migration. An object whose pickup date is more than 30 days back
-- counts as collected.
insert into collections (auction_id, bid_id, service_station_id, notified_at, free_until, release_after_payment,
  released_at, handed_over_at, collected_by, storage_days, storage_cost)
select s.auction_id, s.winning_bid_id, b.service_station_id, s.winner_notified_at, days.free_until, false,
  s.winner_notified_at,
  case when days.is_over then days.pickup::timestamp at time zone 'Europe/Stockholm' end,
  case when days.is_over then 'Okänd' end,
  case when days.is_over then 0 end,
  case when days.is_over then 0 end
from auction_standings s
join bids b on b.auction_id = s.auction_id and b.id = s.winning_bid_id
cross join lateral (
  select (s.end_dt at time zone 'Europe/Stockholm')::date + 10 as pickup,
    (s.winner_notified_at at time zone 'Europe/Stockholm')::date + 5 as after_notice
) due
cross join lateral (
  select due.pickup, greatest(due.pickup, due.after_notice) as free_until,
    due.pickup < (now() at time zone 'Europe/Stockholm')::date - 30 as is_over
) days
where s.winner_notified_at is not null;
