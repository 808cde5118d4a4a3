-- LIST-6: Vunna auktioner is sorted by the end, the latest first, and no index had that order. The end is a copy of the
-- one in the standing. Triggers keep it equal for all writers, also nodes of the previous release.
alter table collections add column ended_at timestamptz;
update collections k
set ended_at = s.end_dt
from auction_standings s
where s.auction_id = k.auction_id;

create function take_end() returns trigger
  language plpgsql as $$
begin
  new.ended_at := (select s.end_dt from auction_standings s where s.auction_id = new.auction_id);
  return new;
end $$;
create trigger collections_take_end before insert on collections
  for each row execute function take_end();

create function pass_end_on() returns trigger
  language plpgsql as $$
begin
  update collections set ended_at = new.end_dt where auction_id = new.auction_id;
  return null;
end $$;
create trigger auction_standings_pass_end_on after update of end_dt on auction_standings
  for each row when (old.closed_at is not null and new.end_dt is distinct from old.end_dt)
  execute function pass_end_on();

create index collections_by_end on collections (service_station_id, ended_at, auction_id)
  where withdrawn_at is null;
