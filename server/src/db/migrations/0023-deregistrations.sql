-- DISM-7: whether the company requires proof that objects sold for dismantling are deregistered.
alter table companies add column follow_deregistration boolean not null default false;

-- DISM-7: the deregistration that a notified winner has to prove. If another winner is chosen, that winner gets a new
-- row and this one is withdrawn.
create table deregistrations (
  id integer primary key generated always as identity,
  auction_id integer not null references auctions on delete restrict,
  bid_id integer not null,
  service_station_id integer not null references service_stations,
  due_date date not null,
  state text not null default 'awaiting'
    check (state in ('awaiting', 'submitted', 'returned', 'approved', 'waived')),
  returned_reason text check (length(returned_reason) between 1 and 300),
  waived_reason text check (length(waived_reason) between 1 and 300),
  withdrawn_at timestamptz,
  -- The due dates that the winner has been reminded of, and notified of after they passed (DISM-10).
  reminded_of date,
  told_of date,
  foreign key (auction_id, bid_id) references bids (auction_id, id) on delete restrict,
  check ((state = 'returned') = (returned_reason is not null)),
  check ((state = 'waived') = (waived_reason is not null))
);
create unique index deregistrations_standing on deregistrations (auction_id) where withdrawn_at is null;
create index deregistrations_by_auction on deregistrations (auction_id, bid_id);
-- DISM-9, DISM-10: certificates that wait for the seller, and deregistrations by due date.
create index deregistrations_submitted on deregistrations (auction_id)
  where withdrawn_at is null and state = 'submitted';
create index deregistrations_due on deregistrations (due_date)
  where withdrawn_at is null and state in ('awaiting', 'returned');
-- DISM-11: the open deregistrations of a station.
create index deregistrations_open_by_station on deregistrations (service_station_id, due_date)
  where withdrawn_at is null and state in ('awaiting', 'returned');

-- DISM-8: all certificates that were sent. All are kept; the newest is the one that is reviewed.
create table certificates (
  id integer primary key generated always as identity,
  deregistration_id integer not null references deregistrations on delete restrict,
  kind text not null check (kind in ('certificate', 'receipt', 'other')),
  date date not null,
  document_key text not null unique,
  document_name text not null,
  document_size integer not null,
  sent_at timestamptz not null default now_ms(),
  sent_by integer not null references users
);
create index certificates_by_deregistration on certificates (deregistration_id, id desc);

create trigger deregistrations_are_kept before delete on deregistrations
  for each row execute function refuse_change();
create trigger certificates_are_kept before update or delete on certificates
  for each row execute function refuse_change();
