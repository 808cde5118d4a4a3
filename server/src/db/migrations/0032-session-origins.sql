-- SEC-3: where a session was logged in from, as its owner is shown.
alter table sessions add column ip inet;
