-- STN-5: the successor of a station's contact. It takes over when its owner has chosen a password; until then the
-- current contact logs in and gets the station's mail.
alter table users add column is_successor boolean not null default false;
create unique index users_by_succession on users (service_station_id) where is_successor and deactivated_at is null;

-- MAIL-9: who gets mail for a station or a company. An account that waits for its address (STN-9) has none yet.
create view mail_readers with (security_invoker = true) as
  select id, email, role, is_superuser, company_id, service_station_id
  from users
  where deactivated_at is null and not waits_for_address and not is_successor;
