-- HOME-1: the sum of the start bids of the auctions that ended in a month. Null if a node of the previous release has
-- summed the month: such a month is summed again.
alter table sale_months add column start_bid_total bigint;
drop index sale_months_summed_before;
create index sale_months_summed_before on sale_months (company_id, month) where start_bid_total is null;

-- Open auctions are counted and summed with this index only.
create index auctions_company_open on auctions (company_id, start_dt) include (start_bid)
  where closed_at is null and deleted_at is null;
