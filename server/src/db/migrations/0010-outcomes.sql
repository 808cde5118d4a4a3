-- AUC-13: when the bid's station was last told that it won, or that it no longer has. It dates what that station
-- alone is shown of a sealed auction's outcome; the standing's own times would tell everybody.
alter table bids add column outcome_at timestamptz;
