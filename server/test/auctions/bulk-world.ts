import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { makeCategory, makeCompany, makeStaff } from '../factories.ts';

/** The contents of a bulk world. */
export interface BulkWorld {
  /** Users of service stations who see every auction and have accepted the terms. */
  bidders: number[];
  /** A case manager of the auctions' company. */
  manager: number;
  /** Auctions that are active all day, one for each round of bids on a single auction. */
  hot: number[];
  /** Auctions to spread bids over. */
  spread: number[];
}

/** Increments of one krona, so that a shared counter always outbids. */
const LADDER = [0, 10_000, 50_000, 100_000].map((min_price) => ({
  min_price,
  max_price: min_price + 10_000,
  increment: 1,
}));

/** Creates a world of one company by SQL, which is fast. */
export async function makeBulkWorld(
  db: Database,
  size: { bidders: number; hot: number; spread: number },
): Promise<BulkWorld> {
  const company = await makeCompany(db);
  const creator = await makeStaff(db, company);
  const category = await makeCategory(db, company);
  const { rows: bidders } = await sql<{ id: number }>`
    with stations as (
      insert into service_stations (company_id, number, name)
      select ${company}, n, 'Verkstad ' || n from generate_series(1, ${size.bidders}::integer) as n
      returning id
    ), followed as (
      insert into service_station_categories (service_station_id, category_id)
      select id, ${category} from stations
    ), people as (
      insert into users (email, first_name, last_name, role, service_station_id)
      select 'bench' || id || '@verkstad.example', 'Erik', 'Berg', 10, id from stations
      returning id
    ), accepted as (
      insert into accepted_terms (user_id, version) select id, ${TERMS_VERSION} from people
    )
    select id from people order by id`.execute(db);
  const { rows: auctions } = await sql<{ id: number }>`
    with made as (
      insert into auctions (company_id, number, start_dt, manufacturer, model, registration_number,
        chassis_number, reservation_price, hidden_reservation_price, start_bid, hidden_bids, is_global,
        damage_condition, staging_area_name, bid_increments, extension_minutes, created_by, announced_at,
        allows_max_bids)
      select ${company}, 'B-' || n, now_ms() - interval '1 hour', 'Volvo', 'V60', 'ABC123',
        '', 500000, false, 100, false, false, 'REPAIR', 'Örebro',
        ${JSON.stringify(LADDER)}, 3, ${creator}, now_ms(), true
      from generate_series(1, ${size.hot + size.spread}::integer) as n
      returning id, reservation_price
    ), standing as (
      insert into auction_standings (auction_id, company_id, end_dt, reservation_price)
      select id, ${company}, now_ms() + interval '1 day', reservation_price from made
    ), categorised as (
      insert into auction_categories (auction_id, category_id) select id, ${category} from made
    )
    select id from made order by id`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const ids = auctions.map((auction) => auction.id);
  return {
    bidders: bidders.map((person) => person.id),
    manager: creator,
    hot: ids.slice(0, size.hot),
    spread: ids.slice(size.hot),
  };
}

/** Adds auctions to the company, half of which have ended. `db` is connected as the owner, which has no timeouts. */
export async function addAuctions(db: Database, count: number): Promise<void> {
  await sql`
    with example as (
      select a.company_id, a.created_by, c.category_id
      from auctions a join auction_categories c on c.auction_id = a.id
      limit 1
    ), made as (
      insert into auctions (company_id, number, start_dt, manufacturer, model, registration_number,
        chassis_number, reservation_price, hidden_reservation_price, start_bid, hidden_bids, is_global,
        damage_condition, staging_area_name, bid_increments, extension_minutes, created_by, description)
      select company_id, 'L-' || n, now_ms() - interval '30 days',
        (array['Volvo', 'Saab', 'Volkswagen', 'Toyota', 'Kia', 'Ford', 'Audi', 'Škoda'])[1 + n % 8],
        'Modell ' || n % 97,
        translate(lpad((n / 1000)::text, 3, '0'), '0123456789', 'BCDFGHJKLM') || lpad((n % 1000)::text, 3, '0'),
        'YV1' || upper(substr(md5(n::text), 1, 14)),
        case when n % 3 > 0 then (n::bigint * 7901 % 300000)::integer + 100 end, false, 100, false, false, 'REPAIR',
        'Plats ' || n % 53, '[]', 3, created_by,
        'Skadad fram, kördes in i en bom. Servad hos ' || substr(md5((n % 5000)::text), 1, 8)
          || case when n % 20000 = 0 then '. Instegslister i mahogny' else '' end
      from example, generate_series(1, ${count}::integer) as n
      returning id, company_id, reservation_price
    ), standing as (
      insert into auction_standings (auction_id, company_id, end_dt, reservation_price, bid_count, highest_bid,
        leading_bid_id, last_bid_id, closed_at)
      select id, company_id, ends, reservation_price, bids, bid, nullif(bids, 0), bids,
        case when ends < now_ms() then ends end
      from made,
        lateral (select now_ms() + make_interval(mins => (id::bigint * 7919 % 40000)::integer - 20000) as ends) e,
        lateral (select id % 2 * (1 + id % 40) as bids, case when id % 2 = 1 then (id::bigint * 7907 % 300000)::integer + 100 end as bid) b
    )
    insert into auction_categories (auction_id, category_id) select id, category_id from made, example`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}
