-- BID-8: users are anonymised and never deleted, and a key lives for two days: looking each key's user up again took
-- more than half of what keeping an answer takes (4.1 of 7.5 µs a bid).
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;
