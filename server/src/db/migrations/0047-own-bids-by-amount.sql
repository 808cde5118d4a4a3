-- LIST-3, AUC-13: a workshop's list by highest bid has sealed auctions by its own bid, of which no index had the order, so that
-- all its bids were read and sorted. Making it takes some seconds for ten million bids, in which nobody bids.
create index bids_by_amount on bids (service_station_id, amount, auction_id)
  where removed_at is null and not is_offer;
