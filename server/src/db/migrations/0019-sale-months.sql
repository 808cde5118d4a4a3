-- HOME-6: what became of the auctions that ended in a month, of a company and of each category. It is summed anew
-- when something of the month has changed, so that looking back costs what the months do, not what the auctions do.
create table sale_months (
  company_id integer not null references companies on delete cascade,
  -- The first day of the month, in Stockholm, in which they ended.
  month date not null,
  -- Null: all of the month, each auction once. An auction counts in each of its categories.
  category_id integer references categories on delete cascade,
  ended integer not null,
  sold integer not null,
  -- Kronor: the winning bids; those of objects with a reserve, and these reserves.
  sold_total bigint not null,
  reserved_total bigint not null,
  reserve_total bigint not null,
  -- Seconds from the end until there was a winner, of all that were sold.
  decision_s bigint not null,
  -- How many winners were notified, and the seconds from the end until then.
  notified integer not null,
  notice_s bigint not null,
  unique nulls not distinct (company_id, month, category_id)
);

-- Months that are no longer as they were summed: appended by whatever changes them, which thereby waits for nobody.
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
-- Never by a bid: an auction that takes bids is not closed.
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
