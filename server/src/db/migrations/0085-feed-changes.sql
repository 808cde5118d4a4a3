-- FEED-4: when an auction of another system last changed: an entry of «Historik», a bid or a deletion.
create table feed_changes (
  auction_id integer primary key references auctions on delete cascade,
  company_id integer not null references companies on delete cascade,
  changed_at timestamptz not null
);
create index feed_changes_by_time on feed_changes (company_id, changed_at, auction_id);
alter table feed_changes enable row level security;
create policy tenant on feed_changes using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);

create function note_feed_change() returns trigger language plpgsql as $$
begin
  insert into public.feed_changes (auction_id, company_id, changed_at)
  select a.id, a.company_id, public.now_ms() from public.auctions a
  where a.id = new.auction_id and a.external_id is not null
  on conflict (auction_id) do update set changed_at = excluded.changed_at;
  return null;
end $$;
-- Every act on an auction, its deletion too, is an entry.
create trigger note_feed_change after insert on audit_log
  for each row when (new.auction_id is not null) execute function note_feed_change();
-- The bid desk updates the standing once for all bids of a batch.
create trigger note_feed_change after update of last_bid_id on auction_standings
  for each row when (new.last_bid_id is distinct from old.last_bid_id) execute function note_feed_change();

-- FEED-4: the bytes that another system has sent to an auction, and the picture or document that they became.
create table feed_files (
  auction_id integer not null references auctions on delete cascade,
  kind text not null check (kind in ('image', 'file')),
  sha256 bytea not null,
  -- Of `auction_images` or `auction_files`; it stays when a person removes that.
  file_id integer not null,
  primary key (auction_id, kind, sha256)
);
alter table feed_files enable row level security;
create policy tenant on feed_files using ((select nobody_looks()));
