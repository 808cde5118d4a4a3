-- The first schema. Money is in whole kronor, time is timestamptz in whole milliseconds, mileage is in mil (10 km).
-- Constraints check what must always hold. The queries decide what a viewer may see.

create extension if not exists pg_trgm;

-- Text as filters compare it: in lower case and without spaces (LIST-5).
create function searchable(text) returns text
  language sql immutable strict parallel safe
  return lower(replace($1, ' ', ''));

-- The database's clock, truncated to milliseconds, which JavaScript can represent.
create function now_ms() returns timestamptz
  language sql volatile parallel safe
  return date_trunc('milliseconds', clock_timestamp());

-- BID-4, SET-2: rows of {min_price, max_price, increment}, none overlapping.
create function is_bid_ladder(ladder jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(ladder) = 'array' and not exists (
    select
    from rows from (jsonb_to_recordset(ladder) as (min_price integer, max_price integer, increment integer))
      with ordinality as a(min_price, max_price, increment, place)
    where a.min_price is null or a.max_price is null or a.increment is null
      or a.min_price < 0 or a.max_price <= a.min_price or a.increment < 1
      or exists (
        select
        from rows from (jsonb_to_recordset(ladder) as (min_price integer, max_price integer, increment integer))
          with ordinality as b(min_price, max_price, increment, place)
        where b.place > a.place and a.min_price < b.max_price and b.min_price < a.max_price
      )
  );

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% of % is refused: what was written stays', tg_op, tg_table_name;
end $$;

create table companies (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  logo_key text,
  email text not null default '',
  phone text not null default '',
  street text not null default '',
  postal text not null default '',
  city text not null default '',
  ended_auction_email text not null default '',
  auction_summary_email text not null default '',
  default_end_dt_increment_days integer not null default 7
    check (default_end_dt_increment_days between 0 and 365),
  default_end_dt_increment_time time not null default '14:00',
  auction_end_dt_incrementation integer not null default 3
    check (auction_end_dt_incrementation between 0 and 60),
  bid_increment_intervals jsonb not null default '[]' check (is_bid_ladder(bid_increment_intervals)),
  next_auction_number text not null default '1' check (next_auction_number <> ''),
  created_at timestamptz not null default now_ms()
);

-- DATA-1: a category without a company is global.
create table categories (
  id integer generated always as identity primary key,
  company_id integer references companies on delete cascade,
  name text collate "sv-x-icu" not null check (name <> '')
);
create unique index categories_by_company on categories (company_id, lower(name)) nulls not distinct;

create table service_stations (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete restrict,
  number text not null check (number <> ''),
  name text collate "sv-x-icu" not null check (name <> ''),
  street text not null default '',
  postal text not null default '' check (postal ~ '^(\d{5})?$'),
  city text collate "sv-x-icu" not null default '',
  is_staging_area boolean not null default false,
  removed_at timestamptz,
  created_at timestamptz not null default now_ms()
);
-- STN-9: unique among the stations that are not removed.
create unique index service_stations_by_number on service_stations (company_id, number)
  where removed_at is null;
create index service_stations_by_name on service_stations using gin (searchable(name) gin_trgm_ops);

-- STN-6: `silent` mutes only the emails about new objects.
create table service_station_categories (
  service_station_id integer not null references service_stations on delete cascade,
  category_id integer not null references categories on delete cascade,
  silent boolean not null default false,
  primary key (service_station_id, category_id)
);
create index service_station_categories_by_category on service_station_categories (category_id);

-- STN-7: a station that is a staging area has a row here too, so that an auction points at one kind of place.
create table staging_areas (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  service_station_id integer unique references service_stations on delete cascade,
  name text collate "sv-x-icu" not null check (name <> '')
);
create unique index staging_areas_by_company on staging_areas (company_id, lower(name));

create table users (
  id integer generated always as identity primary key,
  email text not null check (email <> ''),
  first_name text not null default '',
  last_name text not null default '',
  role smallint not null check (role in (10, 20, 30)),
  is_superuser boolean not null default false,
  company_id integer references companies on delete restrict,
  service_station_id integer references service_stations on delete restrict,
  -- argon2id in PHC form; null before the first password is set, and for those who sign on by AD.
  password_hash text,
  is_ad_user boolean not null default false,
  deactivated_at timestamptz,
  created_at timestamptz not null default now_ms(),
  -- ROLE-2: staff have a company, workshops a station, a superuser neither.
  check (case
    when is_superuser then company_id is null and service_station_id is null and role > 10
    when role = 10 then service_station_id is not null and company_id is null
    else company_id is not null and service_station_id is null
  end)
);
create unique index users_by_email on users (lower(email));
create index users_by_company on users (company_id);
create index users_by_service_station on users (service_station_id);

-- BID-2: the versions of the purchase conditions that a user has accepted.
create table accepted_terms (
  user_id integer not null references users on delete restrict,
  version text not null,
  accepted_at timestamptz not null default now_ms(),
  primary key (user_id, version)
);

-- AUTH-8: a family of refresh tokens. The token of a generation is derived from `secret`, never stored.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id integer not null references users on delete cascade,
  secret bytea not null,
  generation integer not null default 1,
  rotated_at timestamptz not null default now_ms(),
  created_at timestamptz not null default now_ms(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default ''
);
create index sessions_by_user on sessions (user_id);

-- AUTH-4: one valid code for each user; a new login replaces it.
create table login_codes (
  challenge_hash bytea primary key,
  user_id integer not null unique references users on delete cascade,
  code_hash bytea not null,
  attempts integer not null default 0,
  sent_at timestamptz not null default now_ms(),
  expires_at timestamptz not null
);

-- AUTH-14
create table reset_tokens (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now_ms(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_tokens_by_user on reset_tokens (user_id);

-- What the seller wrote. What bids change is in auction_standings.
create table auctions (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete restrict,
  number text not null check (number <> ''),
  start_dt timestamptz not null,
  description text not null default '',
  manufacturer text collate "sv-x-icu" not null check (manufacturer <> ''),
  model text collate "sv-x-icu" not null default '',
  model_year integer check (model_year between 1900 and 2100),
  mileage integer check (mileage >= 0),
  registration_number text not null default '',
  chassis_number text not null default '',
  reservation_price integer check (reservation_price between 0 and 999999999),
  hidden_reservation_price boolean not null,
  start_bid integer not null check (start_bid between 0 and 999999999),
  hidden_bids boolean not null,
  is_global boolean not null,
  damage_condition text not null check (damage_condition in ('DISASSEMBLY', 'REPAIR')),
  staging_area_id integer references staging_areas on delete set null,
  -- The name of the place when the auction was saved. For «Annan», only the name is stored.
  staging_area_name text collate "sv-x-icu" not null check (staging_area_name <> ''),
  -- BID-4: copied from the company. Until the start, changes of the company are copied too.
  bid_increments jsonb not null check (is_bid_ladder(bid_increments)),
  extension_minutes integer not null check (extension_minutes between 0 and 60),
  created_by integer not null references users on delete restrict,
  created_at timestamptz not null default now_ms(),
  closed_at timestamptz,
  cancelled_at timestamptz,
  deleted_at timestamptz,
  check (registration_number <> '' or chassis_number <> ''),
  check (reservation_price >= start_bid)
);
-- FORM-10, AUC-7: a number is never used again, not even a deleted auction's.
create unique index auctions_by_number on auctions (company_id, number);
create index auctions_by_creator on auctions (created_by);
create index auctions_by_staging_area on auctions (staging_area_id);
-- LIST-3: each sort for the staff of a company, for superusers, and for workshops among open auctions.
create index auctions_company_manufacturer on auctions (company_id, manufacturer, id) where deleted_at is null;
create index auctions_company_model on auctions (company_id, model, id) where deleted_at is null;
create index auctions_company_staging on auctions (company_id, staging_area_name, id) where deleted_at is null;
create index auctions_manufacturer on auctions (manufacturer, id) where deleted_at is null;
create index auctions_model on auctions (model, id) where deleted_at is null;
create index auctions_staging on auctions (staging_area_name, id) where deleted_at is null;
create index auctions_open_manufacturer on auctions (manufacturer, id) where closed_at is null and deleted_at is null;
create index auctions_open_model on auctions (model, id) where closed_at is null and deleted_at is null;
create index auctions_open_staging on auctions (staging_area_name, id) where closed_at is null and deleted_at is null;
create index auctions_open_start on auctions (start_dt, id) where closed_at is null and deleted_at is null;
create index auctions_company_start on auctions (company_id, start_dt, id) where deleted_at is null;
-- LIST-5: for filters by a part of a text.
create index auctions_find_number on auctions using gin (searchable(number) gin_trgm_ops);
create index auctions_find_registration on auctions using gin (searchable(registration_number) gin_trgm_ops);
create index auctions_find_chassis on auctions using gin (searchable(chassis_number) gin_trgm_ops);
create index auctions_find_manufacturer on auctions using gin (searchable(manufacturer) gin_trgm_ops);

create table auction_categories (
  auction_id integer not null references auctions on delete cascade,
  category_id integer not null references categories on delete restrict,
  primary key (auction_id, category_id)
);
create index auction_categories_by_category on auction_categories (category_id, auction_id);

create table auction_images (
  id integer generated always as identity primary key,
  auction_id integer not null references auctions on delete cascade,
  -- The first is the main picture.
  position integer not null,
  key text not null unique,
  created_at timestamptz not null default now_ms()
);
create index auction_images_by_auction on auction_images (auction_id, position, id);

create table auction_files (
  id integer generated always as identity primary key,
  auction_id integer not null references auctions on delete cascade,
  name text not null check (name <> ''),
  key text not null unique,
  size integer not null,
  created_at timestamptz not null default now_ms()
);
create index auction_files_by_auction on auction_files (auction_id, id);

-- What bids change. Everything that changes the course of an auction locks this row: bids, closing, cancelling,
-- removal of a bid, choice of a winner, edits. The row is narrow because each bid rewrites it.
create table auction_standings (
  auction_id integer primary key references auctions on delete cascade,
  company_id integer not null references companies on delete restrict,
  end_dt timestamptz not null,
  bid_count integer not null default 0 check (bid_count >= 0),
  highest_bid integer,
  leading_bid_id integer,
  last_bid_id integer not null default 0,
  winning_bid_id integer,
  winner_reason text,
  winner_notified_at timestamptz,
  -- Set once, at the end, by «Avsluta» or by deletion, and never cleared.
  closed_at timestamptz,
  -- Increases with each change of the row that a viewer may see. It orders live messages.
  changed_at timestamptz not null default now_ms(),
  -- The same for the end, which everybody sees, also in a sealed auction.
  end_changed_at timestamptz not null default now_ms(),
  check ((highest_bid is null) = (leading_bid_id is null)),
  check ((bid_count = 0) = (highest_bid is null)),
  check (winning_bid_id is null or closed_at is not null),
  check (winner_notified_at is null or winning_bid_id is not null)
) with (fillfactor = 60);
create index auction_standings_open on auction_standings (end_dt, auction_id) where closed_at is null;
create index auction_standings_end on auction_standings (end_dt, auction_id);
create index auction_standings_company_end on auction_standings (company_id, end_dt, auction_id);
create index auction_standings_highest on auction_standings (highest_bid, auction_id);
create index auction_standings_company_highest on auction_standings (company_id, highest_bid, auction_id);

create function keep_latch() returns trigger
  language plpgsql as $$
begin
  raise exception 'auction % is closed and stays closed', old.auction_id;
end $$;
create trigger auction_standings_latch before update on auction_standings
  for each row when (old.closed_at is not null and new.closed_at is distinct from old.closed_at)
  execute function keep_latch();

-- A bid's id counts 1, 2, 3 … within its auction, in the order in which bids were accepted.
create table bids (
  auction_id integer not null references auction_standings on delete restrict,
  id integer not null check (id > 0),
  service_station_id integer not null references service_stations on delete restrict,
  user_id integer not null references users on delete restrict,
  amount integer not null check (amount between 1 and 999999999),
  -- The minimum when the bid was placed.
  minimum integer not null,
  placed_at timestamptz not null,
  end_before timestamptz not null,
  end_after timestamptz not null,
  removed_at timestamptz,
  removed_by integer references users on delete restrict,
  primary key (auction_id, id),
  check (amount >= minimum),
  check (placed_at < end_before),
  check (end_after >= end_before)
);
create index bids_by_station on bids (service_station_id, auction_id, amount desc);
create trigger bids_are_kept before delete on bids
  for each row execute function refuse_change();

alter table auction_standings
  add foreign key (auction_id, winning_bid_id) references bids (auction_id, id) on delete restrict;

-- AUC-12: the stations that get emails about bids and about the end.
create table alerts (
  service_station_id integer not null references service_stations on delete cascade,
  auction_id integer not null references auctions on delete cascade,
  created_at timestamptz not null default now_ms(),
  primary key (service_station_id, auction_id)
);
create index alerts_by_auction on alerts (auction_id);

-- BID-8: stored answers, which are returned to retries.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request text not null,
  status smallint not null,
  body json not null,
  created_at timestamptz not null default now_ms(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- AUC-16: who did what and when, with the values before and after. Rows are never changed.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now_ms(),
  user_id integer references users on delete restrict,
  company_id integer references companies on delete restrict,
  auction_id integer references auctions on delete restrict,
  action text not null,
  before jsonb,
  after jsonb
);
create index audit_log_by_auction on audit_log (auction_id, id);
create trigger audit_log_is_kept before update or delete on audit_log
  for each row execute function refuse_change();
