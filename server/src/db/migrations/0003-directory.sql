-- STN-1: sorts digits as numbers: 9 before 10.
create collation sv_numeric (provider = icu, locale = 'sv-u-kn-true');
alter table service_stations alter column number type text collate sv_numeric;

-- The directory's sorts, over all companies and within one.
create index service_stations_sort_number on service_stations (number, id) where removed_at is null;
create index service_stations_sort_name on service_stations (name, id) where removed_at is null;
create index service_stations_company_number on service_stations (company_id, number, id) where removed_at is null;
create index service_stations_company_name on service_stations (company_id, name, id) where removed_at is null;
-- For filters by a part of a text, in addition to the index of names.
create index service_stations_find_number on service_stations using gin (searchable(number) gin_trgm_ops);
create index service_stations_find_city on service_stations using gin (searchable(city) gin_trgm_ops);

-- DATA-1: a company's staff by name.
create index users_staff on users (company_id, last_name, first_name, id) where company_id is not null;
drop index users_by_company;
