-- RELIST-6: what is for repair and was not sold is listed once more for dismantling, on these terms.
alter table companies
  add column relist_dismantling boolean not null default false,
  add column relist_days smallint not null default 7 check (relist_days between 1 and 30),
  add column relist_start_bid_percent smallint not null default 50
    check (relist_start_bid_percent between 0 and 100),
  add column relist_reservation_percent smallint check (relist_reservation_percent between 0 and 100);

-- GEN-2: an auction's own copies, which follow its company's until the start; what was set by hand does not.
alter table auctions
  add column relist_dismantling boolean not null default false,
  add column is_relist_by_hand boolean not null default false,
  add column relist_days smallint not null default 7 check (relist_days between 1 and 30),
  add column relist_start_bid_percent smallint not null default 50
    check (relist_start_bid_percent between 0 and 100),
  add column relist_reservation_percent smallint check (relist_reservation_percent between 0 and 100);

-- RELIST-6, RELIST-8: when the successor is to be made of what was not sold; null once it has been settled.
alter table auction_standings
  add column relist_due_at timestamptz,
  add check (relist_due_at is null or closed_at is not null);
create index auction_standings_to_relist on auction_standings (relist_due_at, auction_id)
  where relist_due_at is not null;
