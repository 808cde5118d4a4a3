-- DATA-3: only an accepted offer may add a bid to an ended auction, which has a chain. The check runs once for each
-- statement, and as the owner, so that row policies do not hide rows from it.
create function refuse_late_bids() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (
    select from written w join auction_standings s on s.auction_id = w.auction_id
    where case when w.is_offer
      then s.closed_at is null or not exists (
        select from offers o join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
        where o.auction_id = w.auction_id and o.state = 'accepted' and o.amount = w.amount
          and b.service_station_id = w.service_station_id
      )
      else s.closed_at is not null and exists (select from chain_links c where c.auction_id = w.auction_id)
    end
  ) then
    raise exception 'a bid on an auction that has ended is refused, unless an offer was accepted';
  end if;
  return null;
end $$;
create trigger bids_come_in_time after insert on bids
  referencing new table as written
  for each statement execute function refuse_late_bids();
