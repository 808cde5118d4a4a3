-- SEC-5: authenticator apps of users, whose code is required at login.
create table second_factors (
  user_id integer primary key references users on delete restrict,
  sealed_secret text not null,
  -- The step of 30 s of the last used code. Codes of this and of earlier steps are refused.
  last_step bigint not null,
  added_at timestamptz not null default now_ms()
);
-- Each can be used once, and is then deleted.
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- SEC-7: staff who log in by password must have a second factor; without one they can only add one.
alter table companies add column requires_second_factor boolean not null default false;

-- AUTH-8: notifies the nodes that the access of sessions has changed.
create function second_factor_changed() returns trigger
  language plpgsql as $$
begin
  perform notice_sessions_of(array[coalesce(new.user_id, old.user_id)]);
  return null;
end $$;
create trigger second_factors_change after insert or delete on second_factors
  for each row execute function second_factor_changed();

-- Users without a second factor are logged out when the company begins to require one, and add it at the next login.
create function company_requirement_changed() returns trigger
  language plpgsql as $$
begin
  update sessions set revoked_at = now_ms()
  where revoked_at is null and new.requires_second_factor and user_id in (
    select id from users u
    where u.company_id = new.id and u.role >= 20 and not u.is_superuser and not u.is_ad_user
      and not exists (select from second_factors f where f.user_id = u.id)
  );
  perform notice_sessions_of(array(select id from users where company_id = new.id));
  return null;
end $$;
create trigger companies_change after update on companies
  for each row when (new.requires_second_factor is distinct from old.requires_second_factor)
  execute function company_requirement_changed();
