-- PICK-4: when a staging area is open, as its company writes it; the product does not judge by it.
alter table staging_areas add column opening_hours text not null default '' check (length(opening_hours) <= 200);

-- PICK-4: when the winner comes, and with what. What changes of it is told together, at `booking_told_at`.
alter table collections
  add column booked_dt timestamptz,
  add column booked_note text not null default '' check (length(booked_note) <= 300),
  add column booking_told_at timestamptz,
  add check (booked_dt is not null or booked_note = '');
