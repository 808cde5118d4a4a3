-- PICK-6: the last email about storage that a winner was sent. What runs already when this comes is not told anew.
alter table collections
  add column storage_email text check (storage_email in ('ahead', 'running', 'week'));
update collections k set storage_email = 'ahead'
from reminders r
where r.auction_id = k.auction_id and r.bid_id = k.bid_id and r.kind = 'pickup';
update collections set storage_email = 'week' where free_until < stockholm_today();

-- AUTH-8: that an authorisation's last day was told of changes nothing for its station's sessions.
drop trigger dismantlers_change on dismantlers;
create trigger dismantlers_change
  after insert or delete or update of number, county, valid_to, document_key, note, checked_at on dismantlers
  for each row execute function dismantler_changed();

-- GEN-8: who collected an object, or was to, is forgotten after a year.
alter table collections
  drop constraint collections_check1,
  add constraint collections_collected_by_is_of_hand_over check (collected_by is null or handed_over_at is not null);
create index collections_named on collections (coalesce(handed_over_at, undone_at, withdrawn_at))
  where collected_by is not null or booked_note <> '';
