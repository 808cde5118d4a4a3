import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';

/** The progress of a wave of ends. */
export interface Wave {
  open: number;
  /** Relisted auctions. */
  relisted: number;
  /** The longest time from an end to its closing. */
  longest_s: number;
  /** The longest time from an end to its relisting. */
  longest_relist_s: number;
  /** Unsent emails. */
  waiting: number;
}

/** Makes auctions end within one second, `starts_in_s` from now, each with `watchers`. */
export async function prepareWave(
  db: Database,
  auctions: number[],
  wave: { watchers: number; starts_in_s: number; relists?: boolean },
): Promise<void> {
  await sql`
    insert into alerts (auction_id, service_station_id)
    select a.id, s.id
    from unnest(${auctions}::integer[]) as a(id)
    join (
      select id, row_number() over (order by id) as n, count(*) over () as count from service_stations
    ) s on (s.n + a.id) % s.count < ${wave.watchers}`.execute(db);
  if (wave.relists === true) await letRelist(db, auctions);
  await sql`
    update auction_standings
    set end_dt = now_ms() + make_interval(secs => ${wave.starts_in_s} + auction_id % 1000 / 1000.0)
    where auction_id = any(${auctions}::integer[])`.execute(db);
}

/** Has no bids, so each auction is relisted and only its watchers are notified. */
async function letRelist(db: Database, auctions: number[]): Promise<void> {
  await sql`
    insert into silenced_categories (service_station_id, category_id)
    select s.id, c.id from service_stations s, categories c`.execute(db);
  await sql`update auctions set relist_dismantling = true where id = any(${auctions}::integer[])`.execute(
    db,
  );
}

export async function readWave(db: Database, auctions: number[]): Promise<Wave> {
  const { rows } = await sql<Wave>`
    select count(*) filter (where s.closed_at is null) as open, count(n.id) as relisted,
      coalesce(extract(epoch from max(s.closed_at - s.end_dt)), 0)::float8 as longest_s,
      coalesce(extract(epoch from max(n.created_at - s.end_dt)), 0)::float8 as longest_relist_s,
      (select count(*) from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')) as waiting
    from auction_standings s left join auctions n on n.relisted_from = s.auction_id
    where s.auction_id = any(${auctions}::integer[])`.execute(db);
  return rows[0]!;
}
