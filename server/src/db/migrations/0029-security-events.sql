-- SEC-1: what was done with accounts, by whom and from where. Rows are never changed, and are deleted after a year.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now_ms(),
  kind text not null check (kind <> ''),
  -- The user of the account; null if there is none.
  user_id integer references users on delete restrict,
  -- The user who did it; null if nobody was logged in.
  actor_id integer references users on delete restrict,
  company_id integer references companies on delete restrict,
  ip inet,
  user_agent text not null default '' check (length(user_agent) <= 300),
  details jsonb not null default '{}'
);
-- SEC-2: the whole log, and the events of a company, of a kind in a company, and of a person.
create index security_events_by_time on security_events (at, id);
create index security_events_by_company on security_events (company_id, at, id);
create index security_events_by_kind on security_events (company_id, kind, at, id);
create index security_events_by_user on security_events (user_id, at);
create index security_events_by_actor on security_events (actor_id, at);

create function keep_security_event() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 year' then
    return old;
  end if;
  raise exception '% of security_events is refused: what was written stays for a year', tg_op;
end $$;
create trigger security_events_are_kept before update or delete on security_events
  for each row execute function keep_security_event();
create trigger security_events_are_not_emptied before truncate on security_events
  for each statement execute function refuse_change();

-- For searches of events by a part of the name or address of a user.
create index users_find_name on users using gin (searchable(first_name || ' ' || last_name) gin_trgm_ops);
create index users_find_email on users using gin (searchable(email) gin_trgm_ops);
