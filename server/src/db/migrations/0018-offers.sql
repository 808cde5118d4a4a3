-- OFFER-7: the seller's offers to stations that have bid, after the end. At most one of an auction is open.
create table offers (
  id integer generated always as identity primary key,
  auction_id integer not null,
  bid_id integer not null,
  amount integer not null check (amount between 1 and 999999999),
  expires_at timestamptz not null,
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  reason_code text,
  reason text,
  created_by integer not null references users on delete restrict,
  created_at timestamptz not null default now_ms(),
  -- When it was answered, expired or was withdrawn.
  settled_at timestamptz,
  foreign key (auction_id, bid_id) references bids (auction_id, id) on delete restrict,
  check ((state = 'open') = (settled_at is null)),
  check (expires_at > created_at)
);
create unique index offers_open on offers (auction_id) where state = 'open';
create index offers_by_auction on offers (auction_id, id desc);
create index offers_by_bid on offers (auction_id, bid_id);
create index offers_settled on offers (settled_at, auction_id) where settled_at is not null;
create index offers_expiring on offers (expires_at) where state = 'open';
create trigger offers_are_kept before delete on offers
  for each row execute function refuse_change();

-- OFFER-9: an accepted offer is stored as a bid, placed after the end. It does not count as a bid of the auction.
alter table bids
  add column is_offer boolean not null default false,
  drop constraint bids_check1,
  add constraint bids_placed_in_time check (is_offer or placed_at < end_before);

-- OFFER-10
alter table auction_standings add column winner_reason_code text;

-- OFFER-4: auctions with a deadline for the decision.
create index auction_standings_deciding on auction_standings (decision_due_at)
  where bids_released_at is null and winning_bid_id is null;
