-- RELIST-2: a relisted auction uses the stored files of its predecessor for its pictures and documents.
alter table auction_images drop constraint auction_images_key_key;
create index auction_images_by_key on auction_images (key);
alter table auction_files drop constraint auction_files_key_key;
create index auction_files_by_key on auction_files (key);

-- RELIST-4: an auction has at most one successor that is not deleted.
alter table auctions add column relisted_from integer references auctions on delete restrict;
create unique index auctions_successor on auctions (relisted_from)
  where relisted_from is not null and deleted_at is null;
