-- PICK-6: the last email about storage that the winner was sent. Winners whose storage costs already run at this
-- migration get no email about it again.
alter table collections
  add column storage_email text check (storage_email in ('ahead', 'running', 'week'));
update collections k set storage_email = 'ahead'
from reminders r
where r.auction_id = k.auction_id and r.bid_id = k.bid_id and r.kind = 'pickup';
update collections set storage_email = 'week' where free_until < stockholm_today();

-- AUTH-8: an update that only records a sent notification does not change the sessions of the station.
drop trigger dismantlers_change on dismantlers;
create trigger dismantlers_change
  after insert or delete or update of number, county, valid_to, document_key, note, checked_at on dismantlers
  for each row execute function dismantler_changed();

-- GEN-8: the name of the person who collected an object and the message of a booking are deleted after a year.
alter table collections
  drop constraint collections_check1,
  add constraint collections_collected_by_is_of_hand_over check (collected_by is null or handed_over_at is not null);
create index collections_named on collections (coalesce(handed_over_at, undone_at, withdrawn_at))
  where collected_by is not null or booked_note <> '';
