-- OPS-8: which releases migrated this database, and the oldest whose nodes run on what each has made of it.
create table releases (
  version text primary key check (version ~ '^\d+\.\d+\.\d+$'),
  runs_beside text not null check (runs_beside ~ '^\d+\.\d+\.\d+$'),
  migrated_at timestamptz not null default now_ms()
);
