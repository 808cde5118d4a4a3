-- LIST-2, LIST-11: a search by the staff of a company reads only that company's auctions. The indexes begin with the
-- company in the form of the query (`scopeOf`). Creating them takes some minutes for a million auctions, during which
-- nobody can bid.
create extension if not exists btree_gin;

drop index auctions_find_number, auctions_find_registration, auctions_find_chassis, auctions_find_manufacturer,
  auctions_find_model, auctions_find_staging, auctions_find_words;
create index auctions_find_number on auctions using gin ((company_id + 0), searchable(number) gin_trgm_ops);
create index auctions_find_registration on auctions
  using gin ((company_id + 0), searchable(registration_number) gin_trgm_ops);
create index auctions_find_chassis on auctions
  using gin ((company_id + 0), searchable(chassis_number) gin_trgm_ops);
create index auctions_find_manufacturer on auctions
  using gin ((company_id + 0), searchable(manufacturer) gin_trgm_ops);
create index auctions_find_model on auctions using gin ((company_id + 0), searchable(model) gin_trgm_ops);
create index auctions_find_staging on auctions
  using gin ((company_id + 0), searchable(staging_area_name) gin_trgm_ops);
create index auctions_find_words on auctions using gin ((company_id + 0), words);
-- The planner knows how many auctions a company has only after an analysis of the index expressions.
analyze auctions;
