-- PROOF-2: the events of an ended sale, appended when they are first needed and never changed.
create table proof_events (
  auction_id integer not null references auctions on delete restrict,
  seq integer not null check (seq > 0),
  -- The chain link that covers what the event was made from.
  position integer not null check (position > 0),
  -- RFC 8785 JSON with the event's hash.
  event text not null,
  primary key (auction_id, seq)
);
create trigger proof_events_are_kept before update or delete on proof_events
  for each row execute function refuse_change();
alter table proof_events enable row level security;
create policy tenant on proof_events using ((select nobody_looks()));

-- PROOF-5: every public key that has signed.
create table proof_keys (
  key_id text primary key,
  public_key bytea not null check (length(public_key) = 32),
  created_at timestamptz not null default now_ms()
);
create trigger proof_keys_are_kept before update or delete on proof_keys
  for each row execute function refuse_change();
alter table proof_keys enable row level security;
create policy tenant on proof_keys using ((select nobody_looks()));

-- PROOF-2: each email about an auction, when the mail server accepted it, and its recipient at that time.
create table sale_letters (
  id bigint generated always as identity primary key,
  auction_id integer not null references auctions on delete restrict,
  at timestamptz not null default now_ms(),
  kind text not null,
  service_station_id integer references service_stations on delete restrict,
  company_id integer references companies on delete restrict,
  name text not null
);
create index sale_letters_by_auction on sale_letters (auction_id, at);
create index sale_letters_by_station on sale_letters (service_station_id);
create index sale_letters_by_company on sale_letters (company_id);
alter table sale_letters enable row level security;
create policy tenant on sale_letters using ((select nobody_looks()));
