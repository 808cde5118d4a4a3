-- FEED-2: the user that a token acts as. It is closed and anonymised from the start, so that it has no login, no email
-- and no place on any list of people; its name is shown where it has done something.
alter table users add column is_integration boolean not null default false check (
  not is_integration or role = 20 and company_id is not null and not is_superuser and password_hash is null
    and deactivated_at is not null and anonymised_at is not null
);

-- FEED-1: tokens of other systems.
create table tokens (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete restrict,
  -- The user that it acts as.
  user_id integer not null unique references users on delete restrict,
  name text not null check (name <> ''),
  hash bytea not null unique,
  prefix text not null,
  scopes text[] not null check (scopes <> '{}' and scopes <@ array['auctions:read', 'auctions:write']),
  created_at timestamptz not null default now_ms(),
  created_by integer not null references users on delete restrict,
  last_used_at timestamptz,
  expires_on date not null,
  revoked_at timestamptz
);
create index tokens_by_company on tokens (company_id, id) where revoked_at is null;
create unique index tokens_by_prefix on tokens (prefix) where revoked_at is null;
create index tokens_by_expiry on tokens (expires_on) where revoked_at is null;

alter table tokens enable row level security;
create policy tenant on tokens using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);
