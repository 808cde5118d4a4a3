-- What was closed by a clock that was ahead has its end still to come: found beyond all that run (OPS-5).
create index auction_standings_closed on auction_standings (end_dt, auction_id) where closed_at is not null;
