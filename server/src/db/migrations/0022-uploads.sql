-- FORM-13: files that are uploaded while a form is filled in, until the form is saved.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('image', 'document')),
  name text not null check (length(name) between 1 and 200),
  size integer not null check (size > 0),
  -- The number of bytes received, and the stored files that have them, in order.
  received integer not null default 0 check (received between 0 and size),
  pieces text[] not null default '{}',
  -- The key and size of the stored picture or document that the upload became.
  media_key text unique,
  media_size integer,
  check (num_nulls(media_key, media_size) in (0, 2)),
  check (media_key is null or received = size),
  expires_at timestamptz not null
);
create index uploads_of_user on uploads (user_id);
create index uploads_expired on uploads (expires_at);
