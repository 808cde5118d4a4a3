-- SEC-3: where the login of a session came from, as it is shown to the user.
alter table sessions add column ip inet;
