-- PICK-17: the seller reaches the buyer of an object, also a station of another company. A view, because the seller
-- does not see the people of other companies' stations otherwise (DATA-5, ROLE-16).
create view buyers as
select k.id as collection_id, k.auction_id, st.number, st.name, u.first_name, u.last_name, u.email
from collections k
join service_stations st on st.id = k.service_station_id
left join users u on u.service_station_id = st.id and u.deactivated_at is null and not u.is_successor
where k.withdrawn_at is null;
