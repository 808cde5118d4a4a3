-- DATA-5: who handed over, checked or did something is told by name, to others than who may know the rest of a person.
create view every_name as
  select id, company_id, service_station_id, first_name, last_name from users;
