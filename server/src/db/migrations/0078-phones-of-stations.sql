-- STN-11: how a station is reached by phone; the seller of an object that it has bought sees it too (PICK-17).
alter table service_stations add column phone text not null default '';
create or replace view buyers as
select k.id as collection_id, k.auction_id, st.number, st.name, u.first_name, u.last_name, u.email, st.phone
from collections k
join service_stations st on st.id = k.service_station_id
left join users u on u.service_station_id = st.id and u.deactivated_at is null and not u.is_successor
where k.withdrawn_at is null;
