-- OPS-5: finds auctions that were closed too early, by a clock that was ahead: their end is still to come.
create index auction_standings_closed on auction_standings (end_dt, auction_id) where closed_at is not null;
