-- HOME-6: the number of collected objects, and the summed seconds from the end until the collection. Null if a node of
-- the previous release has summed the month: such a month is summed again.
alter table sale_months
  add column collected integer,
  add column collection_s bigint;
create index sale_months_summed_before on sale_months (company_id, month) where collected is null;

create function mark_sale_month_of_collected() returns trigger
  language plpgsql as $$
begin
  insert into stale_sale_months (company_id, month)
  select s.company_id, stockholm_month(s.end_dt)
  from auction_standings s
  where s.auction_id = new.auction_id;
  return null;
end $$;
create trigger collections_sale_month after update of handed_over_at on collections
  for each row when (old.handed_over_at is distinct from new.handed_over_at)
  execute function mark_sale_month_of_collected();
