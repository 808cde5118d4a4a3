-- LIST-17: the first groups of Vunna auktioner in order of the ends, however many purchases are open. Together they also
-- serve the count of the menu.
create index collections_waiting_by_end on collections (service_station_id, ended_at, auction_id)
  where undone_at is null and withdrawn_at is null and handed_over_at is null;
create index collections_unpaid_by_end on collections (service_station_id, ended_at, auction_id)
  where undone_at is null and withdrawn_at is null and paid_at is null;
drop index collections_open;
