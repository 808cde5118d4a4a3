-- DISM-7: a company that asks for proof that what it sold for dismantling was deregistered.
alter table companies add column follow_deregistration boolean not null default false;

-- DISM-7: what a notified winner has to prove. Another winner's is another row; the earlier one is withdrawn.
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
  -- The last days of which the winner has been reminded, and told that it has passed (DISM-10).
  reminded_of date,
  told_of date,
  foreign key (auction_id, bid_id) references bids (auction_id, id) on delete restrict,
  check ((state = 'returned') = (returned_reason is not null)),
  check ((state = 'waived') = (waived_reason is not null))
);
create unique index deregistrations_standing on deregistrations (auction_id) where withdrawn_at is null;
create index deregistrations_by_auction on deregistrations (auction_id, bid_id);
-- DISM-9, DISM-10: what waits for the seller, and what is due.
create index deregistrations_submitted on deregistrations (auction_id)
  where withdrawn_at is null and state = 'submitted';
create index deregistrations_due on deregistrations (due_date)
  where withdrawn_at is null and state in ('awaiting', 'returned');
-- DISM-11: a station's.
create index deregistrations_open_by_station on deregistrations (service_station_id, due_date)
  where withdrawn_at is null and state in ('awaiting', 'returned');

-- DISM-8: every certificate that was sent, kept for the books; the newest is the one that is judged.
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
