-- PICK-9: papers of a sale, which the winner can read. A removed one is kept, but not shown.
create table sale_documents (
  id integer generated always as identity primary key,
  collection_id integer not null references collections on delete restrict,
  name text not null check (name <> ''),
  file_name text not null,
  document_key text not null unique,
  size integer not null,
  added_by integer not null references users on delete restrict,
  added_at timestamptz not null default now_ms(),
  removed_at timestamptz
);
create index sale_documents_by_collection on sale_documents (collection_id, id) where removed_at is null;
create trigger sale_documents_are_kept before delete on sale_documents
  for each row execute function refuse_change();
