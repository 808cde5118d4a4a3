-- GEN-2, OFFER-1: the working days that the seller has to decide on an auction that ended without a winner; 0: no
-- deadline. Copied from the company. Until the start, changes of the company are copied too.
alter table companies
  add column decision_days smallint not null default 0 check (decision_days between 0 and 10);
alter table auctions
  add column decision_days smallint not null default 0 check (decision_days between 0 and 10);

-- OFFER-3, OFFER-4: the deadline of the decision if there is no winner, and when the bids were released.
alter table auction_standings
  add column decision_due_at timestamptz,
  add column bids_released_at timestamptz,
  add check (decision_due_at is null or closed_at is not null),
  add check (bids_released_at is null or closed_at is not null);
-- HOME-4: auctions that wait for the seller. No active auction is in the index, so no bid writes to it.
create index auction_standings_waiting on auction_standings (company_id, end_dt)
  where closed_at is not null and bid_count > 0 and winner_notified_at is null and bids_released_at is null;
