import { sql } from 'kysely';
import type { Database } from '../../server/src/db/pool.ts';

/** Gives the station of a user so many auctions that have ended and that it has bid on, like an auction that there is. */
export async function addEnded(
  db: Database,
  { auction, count }: { auction: number; count: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      insert into auctions (company_id, number, start_dt, manufacturer, model, registration_number,
        chassis_number, reservation_price, hidden_reservation_price, start_bid, hidden_bids, is_global,
        damage_condition, staging_area_name, bid_increments, extension_minutes, created_by, announced_at)
      select company_id, 'E-' || n, now_ms() - interval '40 days', manufacturer, model, registration_number,
        chassis_number, reservation_price, hidden_reservation_price, start_bid, hidden_bids, is_global,
        damage_condition, staging_area_name, bid_increments, extension_minutes, created_by, announced_at
      from auctions, generate_series(1, ${count}::integer) as n
      where id = ${auction}
      returning id`.execute(tx);
    const ids = rows.map(({ id }) => id);
    await sql`
      insert into auction_standings (auction_id, company_id, end_dt, closed_at, reservation_price)
      select a.id, a.company_id, ends, ends, a.reservation_price
      from auctions a, lateral (select now_ms() - make_interval(mins => a.id % 40000) as ends) e
      where a.id = any(${ids}::integer[])`.execute(tx);
    await sql`
      insert into auction_categories (auction_id, category_id)
      select id, category_id from unnest(${ids}::integer[]) as id, auction_categories
      where auction_id = ${auction}`.execute(tx);
    await sql`
      insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
      select s.auction_id, 1, u.service_station_id, u.id, 1000 + s.auction_id % 7000, 1, s.end_dt - interval '1 hour', s.end_dt, s.end_dt
      from auction_standings s, (select * from users where service_station_id is not null order by id limit 1) u
      where s.auction_id = any(${ids}::integer[])`.execute(tx);
    await sql`
      update auction_standings s
      set bid_count = 1, leading_bid_id = 1, last_bid_id = 1, highest_bid = b.amount,
        bidder_ids = array[b.service_station_id]
      from bids b where b.auction_id = s.auction_id and s.auction_id = any(${ids}::integer[])`.execute(
      tx,
    );
  });
  await sql`vacuum analyze`.execute(db);
}
