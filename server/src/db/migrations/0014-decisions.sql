-- GEN-2, OFFER-1: working days within which the seller decides what has ended without a winner; 0: no deadline.
-- An auction copies it from its company, which it follows until the start.
alter table companies
  add column decision_days smallint not null default 0 check (decision_days between 0 and 10);
alter table auctions
  add column decision_days smallint not null default 0 check (decision_days between 0 and 10);

-- OFFER-3, OFFER-4: until when the seller decides what ended without a winner, and when its bids ceased to bind.
alter table auction_standings
  add column decision_due_at timestamptz,
  add column bids_released_at timestamptz,
  add check (decision_due_at is null or closed_at is not null),
  add check (bids_released_at is null or closed_at is not null);
-- HOME-4: what waits for the seller. Nothing that runs is in it, so that no bid writes to it.
create index auction_standings_waiting on auction_standings (company_id, end_dt)
  where closed_at is not null and bid_count > 0 and winner_notified_at is null and bids_released_at is null;
