-- LIST-2, LIST-11: what a company's staff look up is found among its own auctions, and not among everybody's first. The
-- company stands in the form in which a lookup asks for it (`scopeOf`), so that these indexes alone serve it. Making them
-- anew takes some minutes for a million auctions, in which nobody bids.
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
-- What is planned rests on how many a company has, which is known of an expression once it has been counted.
analyze auctions;
