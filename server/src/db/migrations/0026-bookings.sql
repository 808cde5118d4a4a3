-- PICK-4: the opening hours of a staging area as free text, which the product does not interpret.
alter table staging_areas add column opening_hours text not null default '' check (length(opening_hours) <= 200);

-- PICK-4: the booked time and the message of the winner. Changes are sent in one email, at `booking_told_at`.
alter table collections
  add column booked_dt timestamptz,
  add column booked_note text not null default '' check (length(booked_note) <= 300),
  add column booking_told_at timestamptz,
  add check (booked_dt is not null or booked_note = '');
