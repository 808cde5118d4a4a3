-- PUSH-6: the key pair that signs calls to push services. Made once, by the first node.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz not null default now_ms()
);
alter table push_keys enable row level security;
create policy tenant on push_keys using ((select nobody_looks()));

-- PUSH-2: browsers that show notifications. Each belongs to a session and ends with it.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique,
  -- The scheme and host of the endpoint: a push service that does not answer delays no other.
  service text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now_ms()
);
create index push_subscriptions_by_user on push_subscriptions (user_id, id);
create index push_subscriptions_by_session on push_subscriptions (session_id);
alter table push_subscriptions enable row level security;
create policy tenant on push_subscriptions using ((select nobody_looks()));

create function remove_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from public.push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger remove_push_subscriptions after update of revoked_at on sessions
  for each row when (new.revoked_at is not null) execute function remove_push_subscriptions();

-- PUSH-3: the kinds that a user has switched off.
create table notification_settings (
  user_id integer primary key references users on delete cascade,
  push_off text[] not null
);
alter table notification_settings enable row level security;
create policy tenant on notification_settings using ((select nobody_looks()) or user_id = (select caller_user()));

-- PUSH-4: notifications that wait, written in the transaction of their cause.
create table push_messages (
  id bigint generated always as identity primary key,
  subscription_id integer not null references push_subscriptions on delete cascade,
  kind text not null,
  auction_id integer not null references auctions on delete cascade,
  -- The bid or the offer that it is about.
  subject_id integer,
  attempts smallint not null default 0,
  due_at timestamptz not null default now_ms()
);
create index push_messages_due on push_messages (due_at, id);
create index push_messages_by_subscription on push_messages (subscription_id);
create index push_messages_by_auction on push_messages (auction_id);
alter table push_messages enable row level security;
create policy tenant on push_messages using ((select nobody_looks()));

-- PUSH-4: the auctions whose near end was announced.
create table announced_endings (
  auction_id integer primary key references auctions on delete cascade,
  announced_at timestamptz not null default now_ms()
);
alter table announced_endings enable row level security;
create policy tenant on announced_endings using ((select nobody_looks()));
