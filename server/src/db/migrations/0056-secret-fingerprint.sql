-- The SECRET that this database is sealed under, as a value that does not reveal it: a node with another one is refused
-- (OPS-20). There is one row from the first start of a node on.
create table secret_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null,
  set_at timestamptz not null default now_ms()
);
