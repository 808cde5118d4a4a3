-- LIST-5: text as filters compare it: in lower case, without spaces and hyphens of any width. It is applied to the
-- stored text and to the input.
create or replace function searchable(text) returns text
  language sql immutable strict parallel safe
  return lower(translate(
    $1,
    E' \t\n\r\f\v\u00a0\u00ad\u2007\u2009\u200b\u2010\u2011\u2012\u2013\u2014\u2015\u202f\u2212\u3000\ufeff-',
    ''
  ));
-- Dropped and created instead of reindexed, because a session may have inlined the old function in the expression.
drop index auctions_find_number, auctions_find_registration, auctions_find_chassis, auctions_find_manufacturer;
create index auctions_find_number on auctions using gin (searchable(number) gin_trgm_ops);
create index auctions_find_registration on auctions using gin (searchable(registration_number) gin_trgm_ops);
create index auctions_find_chassis on auctions using gin (searchable(chassis_number) gin_trgm_ops);
create index auctions_find_manufacturer on auctions using gin (searchable(manufacturer) gin_trgm_ops);
drop index service_stations_by_name, service_stations_find_number, service_stations_find_city;
create index service_stations_by_name on service_stations using gin (searchable(name) gin_trgm_ops);
create index service_stations_find_number on service_stations using gin (searchable(number) gin_trgm_ops);
create index service_stations_find_city on service_stations using gin (searchable(city) gin_trgm_ops);

-- STN-9: numbers of stations are compared as in filters. If an older station has the same number, the id is appended
-- to the newer number, and once more if that number is taken too.
do $$
begin
  loop
    update service_stations s set number = number || ' (' || id || ')'
    where removed_at is null and exists (
      select from service_stations o
      where o.company_id = s.company_id and o.removed_at is null and o.id < s.id
        and searchable(o.number) = searchable(s.number)
    );
    exit when not found;
  end loop;
end $$;
drop index service_stations_by_number;
create unique index service_stations_by_number on service_stations (company_id, searchable(number))
  where removed_at is null;
