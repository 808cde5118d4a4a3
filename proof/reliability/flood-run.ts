import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openPool } from '../../server/src/db/pool.ts';
import { startProduct } from '../bench/product.ts';
import { Child } from '../child.ts';

/** Other users' waiting times in ms. */
interface Waits {
  bids: number[];
  pages: number[];
  failed: number;
}

const WORLD = { bidders: 60, hot: 1, spread: 200, limitMultiplier: 1 };
/** Ended auctions of the flooding user, a large workshop. */
const ENDED = 30_000;
/** Calls per second of all others together. */
const PACE = { bids: 20, pages: 20 };
/** Goals: the ratio to the waiting times at a quiet node, or an absolute time. */
const GOAL = { bids: { times: 1.5, ms: 25 }, pages: { times: 3, ms: 50 } };

/**
 * One user floods every route while others bid and read. Prints others' waiting times. Returns whether the goals are
 * met.
 */
export async function printFlood(seconds: number): Promise<boolean> {
  const product = await startProduct(WORLD);
  const { port, tokens, spread, databaseUrl } = product.ready;
  const pool = openPool(databaseUrl, 1, { timeouts: 'none' });
  await addEnded(pool.db, { auction: spread[0]!, count: ENDED });
  await pool.end();
  const origin = `http://127.0.0.1:${port}`;
  const [token = '', ...others] = tokens;
  const askOthers = openOthers(origin, others, spread.slice(1));
  await askOthers(5);
  const quiet = await askOthers(seconds);
  const flooder = await Child.start<null>('reliability/flooder', {
    origin,
    token,
    auction: spread[0],
  });
  await pause(1_000);
  const flooded = await askOthers(seconds);
  const counts = await flooder.call<Record<number, number>>('finish');
  await flooder.stop();
  await product.stop();
  return print(quiet, flooded, counts);
}

/** Bids and reads for `seconds` at a constant rate, whether calls are answered or not. */
function openOthers(origin: string, tokens: string[], spread: number[]) {
  let amount = 1_000_000;
  let turn = 0;
  const call = async (token: string, path: string, body?: object) => {
    const start = performance.now();
    const reply = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await reply.arrayBuffer();
    return { status: reply.status, ms: performance.now() - start };
  };
  const auction = () => spread[turn++ % spread.length]!;
  const bid = (token: string) =>
    call(token, `/api/auctions/${auction()}/bids`, { bid: amount++, has_accepted_terms: true });

  return async (seconds: number): Promise<Waits> => {
    const waits: Waits = { bids: [], pages: [], failed: 0 };
    const asked: Promise<void>[] = [];
    const ask = (kind: 'bids' | 'pages', called: ReturnType<typeof call>) =>
      asked.push(
        called.then(
          ({ status, ms }) => {
            if (status < 300) waits[kind].push(ms);
            else waits.failed++;
          },
          () => void waits.failed++,
        ),
      );
    for (let at = 0; at < seconds * PACE.bids; at++) {
      const token = () => tokens[turn++ % tokens.length]!;
      ask('bids', bid(token()));
      ask('pages', call(token(), at % 2 === 0 ? '/api/auctions' : `/api/auctions/${auction()}`));
      await pause(1000 / PACE.bids);
    }
    await Promise.all(asked);
    return waits;
  };
}

function print(quiet: Waits, flooded: Waits, counts: Record<number, number>): boolean {
  console.log(`\n  flood: ${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`);
  const statuses = Object.entries(counts)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
  console.log(`  the flood was answered ${statuses}\n`);
  let isWithin = flooded.failed === 0;
  for (const kind of ['bids', 'pages'] as const) {
    const [before, during] = [p99(quiet[kind]), p99(flooded[kind])];
    const most = Math.max(before * GOAL[kind].times, GOAL[kind].ms);
    isWithin &&= during <= most;
    console.log(
      `  others' ${kind.padEnd(6)} p99 ${before.toFixed(1)} → ${during.toFixed(1)} ms   (goal ≤ ${most.toFixed(1)})`,
    );
  }
  console.log(`  others' calls that failed: ${quiet.failed} → ${flooded.failed}   (goal 0)`);
  return isWithin;
}

function p99(waits: number[]): number {
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

/** Inserts ended auctions with a bid by the first station, as copies of an auction. */
async function addEnded(
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
