-- MAIL-5: when the emails about a new object were queued, after its start. Set once.
alter table auctions add column announced_at timestamptz;
update auctions set announced_at = now_ms() where start_dt <= now_ms();
create index auctions_unannounced on auctions (start_dt, id)
  where announced_at is null and closed_at is null and deleted_at is null;

-- MAIL-1: the newest bid whose outbid stations have been notified. In a separate table from the standing, so that no
-- bid waits for an email.
create table bid_news (
  auction_id integer primary key references auctions on delete cascade,
  told_bid_id integer not null
);
insert into bid_news (auction_id, told_bid_id)
select auction_id, last_bid_id from auction_standings where last_bid_id > 0;

-- MAIL-3: the newest bid that a watcher has been notified of, and when.
alter table alerts
  add column told_bid_id integer not null default 0,
  add column told_at timestamptz;
update alerts w set told_bid_id = s.last_bid_id from auction_standings s where s.auction_id = w.auction_id;

-- Reminders that have been sent, once for each winning bid.
create table reminders (
  auction_id integer not null,
  bid_id integer not null,
  kind text not null check (kind in ('pickup', 'notify winner')),
  created_at timestamptz not null default now_ms(),
  primary key (auction_id, bid_id, kind),
  foreign key (auction_id, bid_id) references bids (auction_id, id) on delete restrict
);
create index auction_standings_won on auction_standings (end_dt) where winning_bid_id is not null;

-- The days, by Stockholm's calendar, for which a daily task has run.
create table daily_runs (
  task text not null,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  ran_at timestamptz not null default now_ms(),
  primary key (task, day)
);
insert into daily_runs (task, day)
select task, (now() at time zone 'Europe/Stockholm')::date::text
from unnest(array['summary', 'reminders', 'retention']) as task;

-- DATA-2: personal data is removed 3 months after the account has ended.
alter table users add column anonymised_at timestamptz;
create index users_to_anonymise on users (deactivated_at)
  where deactivated_at is not null and anonymised_at is null;
-- Rows of the audit log are kept. Only the names of people who left may be removed from them.
drop trigger audit_log_is_kept on audit_log;
create trigger audit_log_is_kept before delete on audit_log
  for each row execute function refuse_change();
create function keep_audit() returns trigger
  language plpgsql as $$
begin
  if coalesce(current_setting('restvarde.anonymising', true), '') <> 'on'
    or (new.id, new.at, new.user_id, new.company_id, new.auction_id, new.action)
      is distinct from (old.id, old.at, old.user_id, old.company_id, old.auction_id, old.action)
    or new.before - array['first_name', 'last_name', 'email']
      is distinct from old.before - array['first_name', 'last_name', 'email']
    or new.after - array['first_name', 'last_name', 'email']
      is distinct from old.after - array['first_name', 'last_name', 'email']
  then
    raise exception 'UPDATE of audit_log is refused: what was written stays';
  end if;
  return new;
end $$;
create trigger audit_log_keeps_facts before update on audit_log
  for each row execute function keep_audit();
