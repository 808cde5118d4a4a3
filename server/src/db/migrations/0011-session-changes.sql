-- AUTH-8, LIVE-4: notifies every node, at the commit, of each session that has ended or whose user's access has
-- changed, whatever changed it. A change of a name does not notify.
create function notice_sessions_of(users integer[]) returns void
  language sql as $$
  select pg_notify('sessions', to_json(id)::text) from sessions
  where user_id = any(users) and revoked_at is null and expires_at > now();
$$;

create function session_ended() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('sessions', to_json(new.id)::text);
  return null;
end $$;
create trigger sessions_end after update on sessions
  for each row when (
    new.revoked_at is distinct from old.revoked_at
    or new.expires_at < old.expires_at or new.idle_expires_at < old.idle_expires_at
  )
  execute function session_ended();

create function user_changed() returns trigger
  language plpgsql as $$
begin
  perform notice_sessions_of(array[new.id]);
  return null;
end $$;
create trigger users_change after update on users
  for each row when (
    (new.role, new.is_superuser, new.company_id, new.service_station_id, new.deactivated_at)
      is distinct from (old.role, old.is_superuser, old.company_id, old.service_station_id, old.deactivated_at)
  )
  execute function user_changed();

create function station_changed() returns trigger
  language plpgsql as $$
begin
  perform notice_sessions_of(array(select id from users where service_station_id = new.id));
  return null;
end $$;
create trigger service_stations_change after update on service_stations
  for each row when (
    (new.company_id, new.removed_at) is distinct from (old.company_id, old.removed_at)
  )
  execute function station_changed();

create function station_categories_changed() returns trigger
  language plpgsql as $$
begin
  perform notice_sessions_of(array(
    select id from users where service_station_id = coalesce(new.service_station_id, old.service_station_id)
  ));
  return null;
end $$;
create trigger service_station_categories_change after insert or update or delete on service_station_categories
  for each row execute function station_categories_changed();
