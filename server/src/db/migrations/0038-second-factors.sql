-- SEC-5: the app that somebody's logins ask for a code of.
create table second_factors (
  user_id integer primary key references users on delete restrict,
  sealed_secret text not null,
  -- The step of 30 s of the last code that was used: neither it nor one before it is taken again.
  last_step bigint not null,
  added_at timestamptz not null default now_ms()
);
-- Each is used once, and then gone.
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- SEC-7: staff who log in by password have a second factor, or get no further than to add one.
alter table companies add column requires_second_factor boolean not null default false;

-- AUTH-8: every node hears of what its sessions may do.
create function second_factor_changed() returns trigger
  language plpgsql as $$
begin
  perform notice_sessions_of(array[coalesce(new.user_id, old.user_id)]);
  return null;
end $$;
create trigger second_factors_change after insert or delete on second_factors
  for each row execute function second_factor_changed();

-- Who lacks one is logged out when the company begins to ask for it, and led to add it at the next login.
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
