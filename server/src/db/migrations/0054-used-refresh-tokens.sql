-- AUTH-8: the newest generation of a session's tokens that has been used. Tokens of existing sessions count as used.
alter table sessions add column used_generation integer not null default 1;
update sessions set used_generation = generation where generation > 1;
