-- AUTH-7: a sign-on that has begun. Its nonce and code verifier are sealed; the row goes when it is used.
create table sign_on_attempts (
  state_hash bytea primary key,
  sealed_proof text not null,
  expires_at timestamptz not null
);
create index sign_on_attempts_by_expiry on sign_on_attempts (expires_at);

-- AUTH-15: one timestamp a limit and key, when its allowance is whole again. A crash may empty it.
create unlogged table rate_limits (
  key bytea primary key,
  whole_at timestamptz not null
) with (fillfactor = 70);

-- AUTH-5: is this a domain whose people all sign on by AD?
create index users_by_email_domain on users (split_part(lower(email), '@', 2));
