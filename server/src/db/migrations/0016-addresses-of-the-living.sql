-- STN-9: an address is one account's as long as that account is open. Who was invited with another's waits for it,
-- which only the owner of the address is told.
alter table users add column waits_for_address boolean not null default false;
drop index users_by_email;
create unique index users_by_email on users (lower(email))
  where deactivated_at is null and not waits_for_address;
create index users_by_any_email on users (lower(email));
