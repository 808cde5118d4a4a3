-- LIST-17: a station's purchases that are not over, for the count in its menu.
create index collections_open on collections (service_station_id)
  where undone_at is null and withdrawn_at is null and (handed_over_at is null or paid_at is null);
create index deregistrations_awaited on deregistrations (service_station_id)
  where withdrawn_at is null and state in ('awaiting', 'returned');
