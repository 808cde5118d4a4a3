-- HOME-1: the start bids of what ended in a month are kept too. Null is what a node of the release before has summed:
-- those months are summed anew, whichever node took their marks.
alter table sale_months add column start_bid_total bigint;
drop index sale_months_summed_before;
create index sale_months_summed_before on sale_months (company_id, month) where start_bid_total is null;

-- What is open is counted and summed from the index alone.
create index auctions_company_open on auctions (company_id, start_dt) include (start_bid)
  where closed_at is null and deleted_at is null;
