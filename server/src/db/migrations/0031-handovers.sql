-- PICK-7: objects to collect by booked time, and collected objects, the newest first.
create index collections_by_booking on collections ((coalesce(booked_dt, timestamptz 'infinity')), free_until, id)
  where handed_over_at is null and undone_at is null and withdrawn_at is null;
create index collections_handed_over on collections (handed_over_at desc, id desc) where handed_over_at is not null;

-- AUTH-8: whether a station hands over objects changes what its users may do.
drop trigger service_stations_change on service_stations;
create trigger service_stations_change after update on service_stations
  for each row when (
    (new.company_id, new.removed_at, new.is_staging_area)
      is distinct from (old.company_id, old.removed_at, old.is_staging_area)
  )
  execute function station_changed();
