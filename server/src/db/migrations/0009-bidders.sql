-- ROLE-17: the stations that have bid, also those whose bids were removed. Stored in the row of the standing, because
-- lists of a station's auctions, sockets and the bid desk need it with each standing.
alter table auction_standings add column bidder_ids integer[] not null default '{}';
update auction_standings s set bidder_ids = b.ids
from (select auction_id, array_agg(distinct service_station_id) as ids from bids group by auction_id) b
where b.auction_id = s.auction_id;
