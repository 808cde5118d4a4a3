-- FEED-3: the id that the company's claims system calls an auction by, and what it last sent of it, by field.
alter table auctions
  add column external_id text check (external_id ~ '^[A-Za-z0-9._~-]{1,64}$' and external_id not in ('.', '..')),
  add column feed_sent jsonb,
  -- Null where nobody wrote one.
  add column claim_number text check (claim_number <> '');
create unique index auctions_by_external_id on auctions (company_id, external_id) where external_id is not null;
-- FEED-5: staff search for it. Empty at first.
create index auctions_find_claim on auctions using gin ((company_id + 0), searchable(claim_number) gin_trgm_ops)
  where claim_number is not null;
-- A view has the columns of its table at the time it was created.
create or replace view every_auction as select * from auctions;
