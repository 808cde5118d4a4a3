-- DMG-1: what is known of an object's condition. Only the keys that were given are stored. An expression index for each
-- filter of lists (DMG-7); both are empty at first.
alter table auctions add column condition jsonb not null default '{}' check (jsonb_typeof(condition) = 'object');
create index auctions_find_run_and_drive on auctions ((condition ->> 'run_and_drive'))
  where condition ->> 'run_and_drive' is not null;
create index auctions_find_primary_damage on auctions ((condition ->> 'primary_damage'))
  where condition ->> 'primary_damage' is not null;
-- A view has the columns of its table at the time it was created.
create or replace view every_auction as select * from auctions;

-- DMG-6: what a picture shows, and DMG-7: what a document is.
alter table auction_images add column view text;
alter table auction_files add column kind text not null default 'other'
  check (kind in ('cabas', 'inspection', 'registration', 'other'));
