-- FORM-17: links by which a phone adds pictures to a form without a login. A link ends with the session that made it.
create table photo_links (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- How many pictures the form had room for.
  room integer not null check (room between 1 and 40),
  expires_at timestamptz not null,
  closed_at timestamptz
);
create index photo_links_of_user on photo_links (user_id);
create index photo_links_of_session on photo_links (session_id);
create index photo_links_by_expiry on photo_links (expires_at);
alter table photo_links enable row level security;
create policy tenant on photo_links using ((select nobody_looks()) or user_id = (select caller_user()));

-- The link that a picture arrived by, and what it shows (DMG-6).
alter table uploads
  add column photo_link_id uuid references photo_links on delete set null,
  add column view text;
create index uploads_of_photo_link on uploads (photo_link_id) where photo_link_id is not null;
