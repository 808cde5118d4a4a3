-- DATA-5: the names of people who did something are shown also to viewers who may not see their other data.
create view every_name as
  select id, company_id, service_station_id, first_name, last_name from users;
