-- OPS-14: when a command of operators last ended, and how many faults it found. Nodes show it as metrics.
create table operator_runs (
  command text primary key,
  ended_at timestamptz not null default now_ms(),
  faults integer not null
);
