-- PICK-11: where and when the winner was told last that the object is collected; null until it has been looked at.
alter table collections add column told_place jsonb;
