-- RELIST-6: the terms for relisting unsold auctions for repair as auctions for dismantling.
alter table companies
  add column relist_dismantling boolean not null default false,
  add column relist_days smallint not null default 7 check (relist_days between 1 and 30),
  add column relist_start_bid_percent smallint not null default 50
    check (relist_start_bid_percent between 0 and 100),
  add column relist_reservation_percent smallint check (relist_reservation_percent between 0 and 100);

-- GEN-2: copied from the company. Until the start, changes of the company are copied too, except for a value that was
-- set by hand.
alter table auctions
  add column relist_dismantling boolean not null default false,
  add column is_relist_by_hand boolean not null default false,
  add column relist_days smallint not null default 7 check (relist_days between 1 and 30),
  add column relist_start_bid_percent smallint not null default 50
    check (relist_start_bid_percent between 0 and 100),
  add column relist_reservation_percent smallint check (relist_reservation_percent between 0 and 100);

-- RELIST-6, RELIST-8: when the successor is due; null when none is due any longer.
alter table auction_standings
  add column relist_due_at timestamptz,
  add check (relist_due_at is null or closed_at is not null);
create index auction_standings_to_relist on auction_standings (relist_due_at, auction_id)
  where relist_due_at is not null;
