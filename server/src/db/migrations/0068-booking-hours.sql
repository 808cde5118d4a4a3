-- PICK-12: the bookable slots of a staging area; null where the buyer chooses any time.
alter table staging_areas add column booking_hours jsonb;

-- PICK-13: the booked times of objects that wait, by place. A view, because a buyer does not see other stations'
-- collections (DATA-5), and must not book a slot that they fill.
create view booked_times as
select k.id as collection_id, a.staging_area_id, coalesce(k.booked_dt, timestamptz 'infinity') as booked_dt
from collections k
join auctions a on a.id = k.auction_id
where k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null and a.deleted_at is null;
