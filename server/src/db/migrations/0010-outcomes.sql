-- AUC-13: when the bid's station was last notified that it won, or that it no longer has. In a sealed auction only
-- that station sees the outcome and its time; the times in the standing would show it to everybody.
alter table bids add column outcome_at timestamptz;
