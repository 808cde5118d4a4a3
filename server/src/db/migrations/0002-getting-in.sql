-- AUTH-7: a started sign-on. Its nonce and code verifier are sealed. The row is deleted when it is used.
create table sign_on_attempts (
  state_hash bytea primary key,
  sealed_proof text not null,
  expires_at timestamptz not null
);
create index sign_on_attempts_by_expiry on sign_on_attempts (expires_at);

-- AUTH-15: for each limit and key, the time when all tokens are back. A crash may empty the table.
create unlogged table rate_limits (
  key bytea primary key,
  whole_at timestamptz not null
) with (fillfactor = 70);

-- AUTH-5: finds the users of an email domain, to check whether all of them log in by single sign-on.
create index users_by_email_domain on users (split_part(lower(email), '@', 2));
