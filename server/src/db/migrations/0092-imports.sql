-- FEED-7: the bytes that a company has imported. A row is of use for 48 hours.
create table imports (
  company_id integer not null references companies on delete restrict,
  sha256 bytea not null,
  saved_at timestamptz not null default now_ms(),
  primary key (company_id, sha256)
);
alter table imports enable row level security;
create policy tenant on imports using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);
