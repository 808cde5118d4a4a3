-- One part of a world for lists: the auctions `:first` to `:last` of `:count`. Random values derive from an auction's id,
-- so that parts can be created in parallel, and worlds of a size differ only in their times. 97 % of the auctions have ended,
-- in the order of their ids over five years, 2 % are running, and 1 % are upcoming. The number of open tasks does not
-- depend on the size of the world.

create function pg_temp.r(id bigint, nth integer) returns float8
  language sql immutable parallel safe
  return (hashint8extended(id, nth) & 16777215) / 16777216.0;

create temp table draft as
select n::bigint as id, 1 + floor(40 * pg_temp.r(n, 1) ^ 2)::integer as company_id, times.*, ends < now() as has_ended, ended,
  case when pg_temp.r(n, 2) < 0.65 and starts < now() then 1 + floor(45 * pg_temp.r(n, 3) ^ 2)::integer else 0 end as bids,
  floor(pg_temp.r(n, 4) * 60)::integer * 500 as start_bid
from (select :first + 0 as first, :last + 0 as last, :count * 97 / 100 as ended, :count * 99 / 100 as begun) size,
  generate_series(first, last) as n,
  lateral (
    select now() + case
      when n <= ended then interval '-1825 days' * ((ended - n)::float8 / ended) - interval '1 minute' - interval '6 hours' * pg_temp.r(n, 5)
      when n <= begun then interval '10 days' * pg_temp.r(n, 5) + interval '3 hours'
      else interval '20 days' + interval '7 days' * pg_temp.r(n, 5)
    end as at
  ) e,
  lateral (
    select date_trunc('milliseconds', at) as ends,
      date_trunc('milliseconds', at - case when n <= ended then interval '8 days' else interval '14 days' end) as starts
  ) times;

insert into auctions (id, company_id, number, start_dt, description, manufacturer, model, model_year, mileage,
  registration_number, chassis_number, reservation_price, hidden_reservation_price, start_bid, hidden_bids, is_global,
  damage_condition, staging_area_name, bid_increments, extension_minutes, created_by, created_at, announced_at, closed_at)
overriding system value
select id, company_id, 'LF-' || id, starts,
  (
    select string_agg(
      (array['skadad', 'fram', 'bak', 'vänster', 'höger', 'sida', 'krockkudde', 'utlöst', 'motor', 'startar', 'rullar',
        'bärgad', 'dragkrok', 'vinterdäck', 'nycklar', 'servicebok', 'kamrem', 'bytt', 'rostig', 'tröskel', 'framskärm',
        'huv', 'grill', 'stötfångare', 'strålkastare', 'vindruta', 'sprucken', 'hagelskada', 'vattenskada'
      ])[1 + floor(29 * pg_temp.r(id, 100 + word) ^ 1.5)::integer], ' ')
    from generate_series(1, 9) as word
  )
    || case when id % 200 = 7 then ' frontkrock' else '' end
  || ' ' || substr(md5((id % 20011)::text), 1, 7)
  || case when id % 20000 = 11 then ' instegslister i mahogny' else '' end,
  (array['Volvo', 'Volkswagen', 'Toyota', 'Kia', 'BMW', 'Mercedes-Benz', 'Audi', 'Škoda', 'Ford', 'Renault', 'Peugeot',
    'Nissan', 'Hyundai', 'Tesla', 'Opel', 'Mazda', 'Citroën', 'Seat', 'Honda', 'Mitsubishi', 'Subaru', 'Suzuki', 'Saab',
    'Fiat', 'Polestar', 'MINI', 'Dacia', 'Lexus', 'Jeep', 'Land Rover', 'Porsche', 'Iveco', 'Scania', 'MAN', 'Chevrolet',
    'Jaguar', 'Alfa Romeo', 'Cupra', 'MG', 'BYD'])[1 + floor(40 * make ^ 2.5)::integer],
  chr(65 + floor(26 * pg_temp.r(id, 7) ^ 2)::integer) || 10 * (1 + floor(9 * pg_temp.r(id, 8))::integer),
  case when pg_temp.r(id, 9) < 0.97 then 2026 - floor(32 * pg_temp.r(id, 10) ^ 1.5)::integer end,
  case when pg_temp.r(id, 11) < 0.95 then floor(35000 * pg_temp.r(id, 12) ^ 1.5)::integer end,
  translate(lpad((id * 7919 % 10648 * 31 % 1000)::text, 3, '0'), '0123456789', 'BCDFGHJKLM') || lpad((id * 104729 % 1000)::text, 3, '0'),
  'YV1' || upper(substr(md5(id::text), 1, 14)),
  case when pg_temp.r(id, 13) < 0.6 then start_bid + floor(80000 * pg_temp.r(id, 14) ^ 2)::integer end,
  pg_temp.r(id, 15) < 0.5, start_bid, pg_temp.r(id, 16) < 0.4, pg_temp.r(id, 17) < 0.5,
  case when pg_temp.r(id, 18) < 0.35 then 'DISASSEMBLY' else 'REPAIR' end,
  (array['Örebro', 'Malmö', 'Göteborg', 'Stockholm', 'Umeå', 'Luleå', 'Karlstad', 'Växjö', 'Kalmar', 'Visby', 'Falun',
    'Gävle', 'Sundsvall', 'Östersund', 'Linköping', 'Norrköping', 'Jönköping', 'Borås', 'Halmstad', 'Lund'
  ])[1 + floor(20 * pg_temp.r(id, 19) ^ 1.5)::integer] || ' ' || 1 + floor(6 * pg_temp.r(id, 20))::integer,
  '[{"min_price": 0, "max_price": 10000, "increment": 500}, {"min_price": 10000, "max_price": 100000, "increment": 1000}]',
  3, company_id, starts - interval '1 day', starts, case when has_ended then ends end
from draft, lateral (select pg_temp.r(id, 6) as make) m
order by id;

insert into auction_categories (auction_id, category_id)
select distinct id, 1 + floor(12 * pg_temp.r(id, 20 + nth) ^ 2)::integer
from draft, generate_series(1, 2) as nth
where nth = 1 or pg_temp.r(id, 23) < 0.2
order by 1;

insert into auction_images (auction_id, position, key) select id, 1, 'bench/' || id from draft order by id;

-- The first station has bid on every twentieth of those that have bids.
create temp table bid_drafts as
select d.id as auction_id, nth as id,
  case when nth = 1 and d.id % 20 = 0 then 1 else 2 + floor(2999 * pg_temp.r(d.id, 200 + nth))::integer end as service_station_id,
  start_bid + 500 * nth * (1 + floor(9 * pg_temp.r(d.id, 40))::integer) as amount,
  starts + (least(ends, now()) - starts) * (nth / (bids + 1.0)) as placed_at, ends
from draft d, generate_series(1, bids) as nth;

insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
select auction_id, id, service_station_id, 100 + service_station_id, amount, 1, date_trunc('milliseconds', placed_at), ends, ends
from bid_drafts
order by 1, 2;

-- The last 600 ended auctions wait for a winner, and some winners of the 600 before have not collected.
insert into auction_standings (auction_id, company_id, end_dt, reservation_price, bid_count, highest_bid, leading_bid_id,
  last_bid_id, winning_bid_id, winner_notified_at, bids_released_at, closed_at, bidder_ids)
select d.id, company_id, ends, a.reservation_price, bids, b.highest, nullif(bids, 0), bids,
  case when is_sold then bids end, case when is_sold then ends + interval '1 day' end,
  case when is_decided and bids > 0 and not is_sold then ends + interval '2 days' end,
  case when has_ended then ends end, coalesce(b.stations, '{}')
from draft d
join (select id, reservation_price from auctions where id between :first and :last) a using (id)
left join (
  select auction_id, max(amount) as highest, array_agg(distinct service_station_id) as stations
  from bid_drafts group by auction_id
) b on b.auction_id = d.id,
  lateral (select d.id <= ended - 600 as is_decided) f,
  lateral (select is_decided and bids > 0 and pg_temp.r(d.id, 50) < 0.9 as is_sold) w
order by d.id;

-- All are paid but some of the newest.
insert into collections (auction_id, bid_id, service_station_id, notified_at, free_until, release_code,
  release_after_payment, released_at, paid_at, handed_over_at, collected_by, storage_days, storage_cost, ended_at)
select s.auction_id, s.winning_bid_id, b.service_station_id, s.winner_notified_at,
  case when is_waiting then current_date + case when d.id % 10 = 0 then -1 else 5 end else ends::date + 10 end,
  translate(lpad(to_hex(s.auction_id), 6, 'Z'), '01abcdef', 'XYABCDEF'), false, s.winner_notified_at,
  case when d.id <= ended - 3000 or pg_temp.r(d.id, 51) < 0.7 then least(s.winner_notified_at::date + 2, current_date) end,
  case when not is_waiting then s.winner_notified_at + interval '3 days' end,
  case when not is_waiting then 'Erik Berg' end,
  case when not is_waiting then 0 end, case when not is_waiting then 0 end, s.end_dt
from auction_standings s
join draft d on d.id = s.auction_id
join bids b on b.auction_id = s.auction_id and b.id = s.winning_bid_id,
  lateral (select d.id > ended - 1200 as is_waiting) w
where s.winning_bid_id is not null
order by 1;

insert into alerts (auction_id, service_station_id)
select distinct id, 1 + floor(3000 * pg_temp.r(id, 60 + nth))::integer
from draft, generate_series(1, 3) as nth
where not has_ended and pg_temp.r(id, 64) < 0.5
union
select id, 1 from draft where not has_ended and id % 400 = 0;

drop table draft, bid_drafts;
drop function pg_temp.r;
