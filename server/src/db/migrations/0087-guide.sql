-- GUIDE-1: a company's ended auctions of one model, sold one way, the latest last. An auction is closed at its end or
-- later, so the time of closing bounds the scan.
create index auctions_guide on auctions (
  company_id, searchable(manufacturer), searchable(model), damage_condition, closed_at
) where closed_at is not null and deleted_at is null;
