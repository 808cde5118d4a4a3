-- OPS-8: the releases that migrated this database, each with the oldest release whose nodes run on its schema.
create table releases (
  version text primary key check (version ~ '^\d+\.\d+\.\d+$'),
  runs_beside text not null check (runs_beside ~ '^\d+\.\d+\.\d+$'),
  migrated_at timestamptz not null default now_ms()
);
