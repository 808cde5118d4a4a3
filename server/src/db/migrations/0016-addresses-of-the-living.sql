-- STN-9: an address belongs to one open account. An account that is invited with the address of another waits until
-- the address is free. Only the owner of the address is notified of this.
alter table users add column waits_for_address boolean not null default false;
drop index users_by_email;
create unique index users_by_email on users (lower(email))
  where deactivated_at is null and not waits_for_address;
create index users_by_any_email on users (lower(email));
