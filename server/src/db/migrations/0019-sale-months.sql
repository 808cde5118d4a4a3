-- HOME-6: sums over the auctions that ended in a month, for each company and category. A month is summed again when one
-- of its auctions changes, so that a read costs a row a month, however many auctions there are.
create table sale_months (
  company_id integer not null references companies on delete cascade,
  -- The first day of the month, in Stockholm, in which the auctions ended.
  month date not null,
  -- Null: the row for all categories, which counts each auction once. An auction counts in the row of each of its
  -- categories.
  category_id integer references categories on delete cascade,
  ended integer not null,
  sold integer not null,
  -- Kronor: all winning bids, the winning bids of objects with a reserve, and the reserves of those objects.
  sold_total bigint not null,
  reserved_total bigint not null,
  reserve_total bigint not null,
  -- Seconds from the end until there was a winner, summed over all sold auctions.
  decision_s bigint not null,
  -- The number of notified winners, and the summed seconds from the end until the notification.
  notified integer not null,
  notice_s bigint not null,
  unique nulls not distinct (company_id, month, category_id)
);

-- Months whose sums are out of date. A transaction that changes a month adds a row and takes no lock on the sums.
create table stale_sale_months (
  id bigint generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  month date not null
);

create function stockholm_month(timestamptz) returns date
  language sql stable parallel safe
  return date_trunc('month', $1 at time zone 'Europe/Stockholm')::date;

create function mark_sale_month() returns trigger
  language plpgsql as $$
begin
  insert into stale_sale_months (company_id, month)
  values (new.company_id, stockholm_month(new.end_dt));
  return null;
end $$;
-- A bid never fires this trigger: an auction that is open for bids is not closed.
create trigger auction_standings_sale_month after update on auction_standings
  for each row when (new.closed_at is not null and (
    old.closed_at is null
    or old.winning_bid_id is distinct from new.winning_bid_id
    or old.winner_notified_at is distinct from new.winner_notified_at
  ))
  execute function mark_sale_month();

create function mark_sale_month_of_deleted() returns trigger
  language plpgsql as $$
begin
  insert into stale_sale_months (company_id, month)
  select s.company_id, stockholm_month(s.end_dt)
  from auction_standings s
  where s.auction_id = new.id;
  return null;
end $$;
create trigger auctions_sale_month after update of deleted_at on auctions
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function mark_sale_month_of_deleted();

insert into stale_sale_months (company_id, month)
select distinct company_id, stockholm_month(end_dt)
from auction_standings
where closed_at is not null;
