-- FORM-13: files that are sent while a form is filled in, until what they belong to takes them.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('image', 'document')),
  name text not null check (length(name) between 1 and 200),
  size integer not null check (size > 0),
  -- How much has come, and the files of the media that it lies in, in their order.
  received integer not null default 0 check (received between 0 and size),
  pieces text[] not null default '{}',
  -- What it became: the key and size of a stored picture or document.
  media_key text unique,
  media_size integer,
  check (num_nulls(media_key, media_size) in (0, 2)),
  check (media_key is null or received = size),
  expires_at timestamptz not null
);
create index uploads_of_user on uploads (user_id);
create index uploads_expired on uploads (expires_at);
