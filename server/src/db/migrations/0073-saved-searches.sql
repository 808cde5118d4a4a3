-- SAVED-1: filters of the list of auctions that a workshop's user keeps.
create table saved_searches (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  query jsonb not null,
  frequency text not null check (frequency in ('direct', 'daily', 'off')),
  created_at timestamptz not null default now_ms()
);
create index saved_searches_by_user on saved_searches (user_id);
create index saved_searches_to_match on saved_searches (frequency, user_id) where frequency <> 'off';
create index saved_searches_by_category on saved_searches using gin ((query -> 'category')) where query ? 'category';

alter table saved_searches enable row level security;
create policy tenant on saved_searches using ((select nobody_looks()) or user_id = (select caller_user()));

-- SAVED-7: they end with their user, whatever ends it.
create function remove_saved_searches() returns trigger language plpgsql as $$
begin
  delete from public.saved_searches where user_id = new.id;
  return null;
end $$;
create trigger remove_saved_searches after update of deactivated_at on users
  for each row when (new.deactivated_at is not null) execute function remove_saved_searches();

-- SAVED-3: a removed category leaves the queries; a query without a filter matches nothing.
create function leave_saved_searches() returns trigger language plpgsql as $$
begin
  update public.saved_searches s
  set query = rest, frequency = case when rest = '{}' then 'off' else s.frequency end
  from public.saved_searches old_search
  cross join lateral (
    select case
      when old_search.query -> 'category' = jsonb_build_array(old.id::text) then old_search.query - 'category'
      else jsonb_set(old_search.query, '{category}', (old_search.query -> 'category') - old.id::text)
    end as rest
  ) left_over
  where s.id = old_search.id and old_search.query ? 'category' and old_search.query -> 'category' ? old.id::text;
  return null;
end $$;
create trigger leave_saved_searches after delete on categories
  for each row execute function leave_saved_searches();

-- SAVED-5: an auction that a user with a daily search was sent an email about at its start. Kept until the daily run.
create table announced_to_searchers (
  auction_id integer not null references auctions on delete cascade,
  service_station_id integer not null references service_stations on delete cascade,
  primary key (auction_id, service_station_id)
);
alter table announced_to_searchers enable row level security;
create policy tenant on announced_to_searchers using ((select nobody_looks()));
