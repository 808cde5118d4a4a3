-- A fingerprint of SECRET, which does not reveal it. A node with another SECRET is refused (OPS-20). The first node
-- that starts adds the only row.
create table secret_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null,
  set_at timestamptz not null default now_ms()
);
