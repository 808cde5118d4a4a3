-- PICK-11: the station that was last notified that it hands over the object; null if there is none.
alter table collections add column told_yard_id integer references service_stations on delete restrict;
update collections k
set told_yard_id = area.service_station_id
from auctions a
join staging_areas area on area.id = a.staging_area_id
where a.id = k.auction_id and k.told_place is not null
  and k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null;
