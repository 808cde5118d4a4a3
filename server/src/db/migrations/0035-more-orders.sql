-- LIST-3: by number, with digits as numbers: «A-9» before «A-10».
create collation counted (provider = icu, locale = 'sv-u-kn-true');
create index auctions_company_counted on auctions (company_id, number collate counted, id) where deleted_at is null;
create index auctions_counted on auctions (number collate counted, id) where deleted_at is null;
create index auctions_open_counted on auctions (number collate counted, id)
  where closed_at is null and deleted_at is null;

-- By the number of bids.
create index auction_standings_bids on auction_standings (bid_count, auction_id);
create index auction_standings_company_bids on auction_standings (company_id, bid_count, auction_id);

-- By the difference between the highest bid and the reserve. An index cannot use two tables, so the reserve is copied
-- beside the bid. Triggers keep the copy equal for all writers, also nodes of the previous release.
alter table auction_standings add column reservation_price integer;
update auction_standings s
set reservation_price = a.reservation_price
from auctions a
where a.id = s.auction_id and a.reservation_price is not null;

create function take_reserve() returns trigger
  language plpgsql as $$
begin
  new.reservation_price := (select a.reservation_price from auctions a where a.id = new.auction_id);
  return new;
end $$;
create trigger auction_standings_take_reserve before insert on auction_standings
  for each row when (new.reservation_price is null)
  execute function take_reserve();

create function pass_reserve_on() returns trigger
  language plpgsql as $$
begin
  update auction_standings set reservation_price = new.reservation_price where auction_id = new.id;
  return null;
end $$;
create trigger auctions_pass_reserve_on after update of reservation_price on auctions
  for each row when (new.reservation_price is distinct from old.reservation_price)
  execute function pass_reserve_on();

create index auction_standings_margin on auction_standings ((highest_bid - reservation_price), auction_id);
create index auction_standings_company_margin
  on auction_standings (company_id, (highest_bid - reservation_price), auction_id);
