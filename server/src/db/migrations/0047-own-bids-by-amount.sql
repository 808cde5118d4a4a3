-- LIST-3, AUC-13: a workshop's list by highest bid sorts sealed auctions by its own bid. Without this index, all its
-- bids were read and sorted. Creating it takes some seconds for ten million bids, during which nobody can bid.
create index bids_by_amount on bids (service_station_id, amount, auction_id)
  where removed_at is null and not is_offer;
