-- LIMIT-2: the devices and the addresses from which an account has been logged in to, hashed with a key.
create table known_places (
  user_id integer not null references users on delete cascade,
  place_hash bytea not null,
  kind text not null check (kind in ('device', 'address')),
  last_seen_at timestamptz not null default now_ms(),
  primary key (user_id, place_hash)
);
create index known_places_by_age on known_places (last_seen_at);

-- AUTH-4: a code belongs to one login, and is valid until it expires even if other logins are started.
alter table login_codes drop constraint login_codes_user_id_key;
create index login_codes_by_user on login_codes (user_id);
