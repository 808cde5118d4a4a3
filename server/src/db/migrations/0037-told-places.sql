-- PICK-11: the place and time of the collection that the winner was last notified of; null until the first comparison.
alter table collections add column told_place jsonb;
