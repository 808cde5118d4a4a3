-- DISM-1, DISM-2: a station's authorisation to dismantle vehicles, and who compared it with the county board's decision.
create table dismantlers (
  service_station_id integer primary key references service_stations,
  number text not null check (length(number) between 1 and 40),
  county text not null check (
    county in ('AB', 'AC', 'BD', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'K', 'M', 'N', 'O', 'S', 'T', 'U', 'W', 'X', 'Y', 'Z')
  ),
  -- The last day; null: until further notice.
  valid_to date,
  note text not null default '' check (length(note) <= 300),
  document_key text unique,
  document_name text,
  document_size integer,
  check (num_nulls(document_key, document_name, document_size) in (0, 3)),
  -- The station entered it itself, and nobody has checked it since.
  is_claimed boolean not null,
  checked_at timestamptz,
  checked_by integer references users,
  checked_company_id integer references companies,
  check (num_nulls(checked_at, checked_by) in (0, 2)),
  check (not is_claimed or checked_at is null),
  -- The `valid_to` of the last reminder before it, and of the last notification after it (DISM-6).
  reminded_of date,
  told_of date
);
-- DISM-2: authorisations that an admin has to check.
create index dismantlers_claimed on dismantlers (service_station_id) where is_claimed;
-- DISM-6: the stations that the daily task sends emails to.
create index dismantlers_by_end on dismantlers (valid_to) where valid_to is not null;

-- The day in Stockholm, by the clock of the transaction's statement.
create function stockholm_today() returns date
  language sql stable parallel safe
  return (statement_timestamp() at time zone 'Europe/Stockholm')::date;

-- Authorised: checked, and the last day has not passed (DISM-2).
create function is_dismantler(station integer) returns boolean
  language sql stable parallel safe
  begin atomic
    select exists (
      select from dismantlers d
      where d.service_station_id = station and d.checked_at is not null
        and (d.valid_to is null or d.valid_to >= stockholm_today())
    );
  end;

-- AUTH-8, LIVE-4: an authorisation, or its end, changes what the station may see.
create function dismantler_changed() returns trigger
  language plpgsql as $$
begin
  perform notice_sessions_of(array(
    select id from users where service_station_id = coalesce(new.service_station_id, old.service_station_id)
  ));
  return null;
end $$;
create trigger dismantlers_change after insert or update or delete on dismantlers
  for each row execute function dismantler_changed();

-- DISM-3, GEN-2: the stations that may bid on objects for dismantling. An auction copies the setting of its company.
alter table companies
  add column dismantling_bidders text not null default 'all'
    check (dismantling_bidders in ('all', 'authorised_bid', 'authorised_only'));
alter table auctions
  add column dismantling_bidders text not null default 'all'
    check (dismantling_bidders in ('all', 'authorised_bid', 'authorised_only'));
