import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../src/db/pool.ts';
import { makeStation, type Station } from './factories.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestNode, type TestNode } from './test-node.ts';

/** Everything that a user of one of two worlds sees, byte for byte except for times and signatures. */
export interface WorldPair {
  nodes: [TestNode, TestNode];
  stop(): Promise<void>;
}

/** Two nodes on copies of one world, each then changed in its own way. */
export async function openPair(
  make: (node: TestNode) => Promise<void>,
  changes: [(db: Database) => Promise<void>, (db: Database) => Promise<void>],
): Promise<WorldPair> {
  const origin = await createTestDatabase();
  const first = await startTestNode({ databaseUrl: origin.url });
  await make(first);
  await first.stop();
  const copy = new URL(origin.url);
  copy.pathname = `/test_${randomBytes(6).toString('hex')}`;
  await asServer((client) =>
    client.query(
      `create database ${nameOf(copy.href)} template ${nameOf(origin.url)} strategy file_copy`,
    ),
  );
  const nodes: WorldPair['nodes'] = [
    await startTestNode({ databaseUrl: origin.url }),
    await startTestNode({ databaseUrl: copy.href }),
  ];
  for (const [index, node] of nodes.entries()) await changes[index]!(node.context.pool.db);
  return {
    nodes,
    async stop() {
      for (const node of nodes) await node.stop();
      await asServer((client) => client.query(`drop database ${nameOf(copy.href)} with (force)`));
      await origin.drop();
    },
  };
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function asServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Rivals who place sealed bids, early and late. */
export interface Rivals {
  stations: Station[];
  /** A number in [0, 1), the same in each run of a world. */
  random(): number;
}

export async function makeRivals(db: Database, company: number): Promise<Station[]> {
  return [
    await makeStation(db, company, { name: 'Skuggverkstad ett' }),
    await makeStation(db, company, { name: 'Skuggverkstad två' }),
  ];
}

/** Deterministic random numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Sealed {
  id: number;
  start_dt: Date;
  end_dt: Date;
  winning_bid_id: number | null;
}

/**
 * Adds rivals' bids to every sealed auction whose winner has not been notified: before and after the existing bids, high
 * and low. Some are removed again, some rivals watch, and the standings are recomputed.
 */
export async function bidInSecret(db: Database, rivals: Rivals): Promise<void> {
  const { rows } = await sql<Sealed>`
    select a.id, a.start_dt, s.end_dt, s.winning_bid_id
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.hidden_bids and s.winner_notified_at is null
    order by a.id`.execute(db);
  for (const auction of rows) await bidOn(db, auction, rivals);
}

async function bidOn(db: Database, auction: Sealed, { stations, random }: Rivals): Promise<void> {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const early = upTo(3);
  const late = upTo(3);
  const { id, start_dt, end_dt } = auction;
  await sql`
    update auction_standings set winning_bid_id = null, highest_bid = null, leading_bid_id = null, bid_count = 0
    where auction_id = ${id}`.execute(db);
  await sql`update bids set id = id + 1000 where auction_id = ${id}`.execute(db);
  const put = async (bid: number, at: Date) => {
    const station = stations[upTo(stations.length - 1)]!;
    const amount = 1_000 + upTo(998_000_000);
    await sql`
      insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before,
        end_after, removed_at)
      values (${id}, ${bid}, ${station.id}, ${station.user_id}, ${amount}, 1, ${at}, ${end_dt}, ${end_dt},
        ${random() < 0.2 ? new Date(at.getTime() + 1_000) : null})`.execute(db);
    if (random() < 0.3) {
      await sql`
        insert into alerts (service_station_id, auction_id) values (${station.id}, ${id})
        on conflict do nothing`.execute(db);
    }
  };
  const within = (part: number) =>
    new Date(start_dt.getTime() + part * (end_dt.getTime() - start_dt.getTime()));
  // Existing bids were placed in the first minutes and keep their times.
  for (let bid = 1; bid <= early; bid++) await put(bid, within(bid * 1e-5));
  await sql`
    update bids set id = id - 1000 + ${early} where auction_id = ${id} and id > 1000`.execute(db);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from bids where auction_id = ${id}`.execute(db);
  for (let bid = 1; bid <= late; bid++)
    await put(rows[0]!.last + bid, within(0.1 * bid + 0.05 * random()));
  await sql`
    with standing as (
      select count(*) filter (where removed_at is null) as bid_count,
        max(amount) filter (where removed_at is null) as highest_bid,
        (array_agg(id order by amount desc, id) filter (where removed_at is null))[1] as leading_bid_id,
        coalesce(max(id), 0) as last_bid_id, max(greatest(placed_at, removed_at)) as changed_at,
        coalesce(array_agg(distinct service_station_id), '{}') as bidder_ids
      from bids where auction_id = ${id}
    )
    update auction_standings s
    set bid_count = n.bid_count, highest_bid = n.highest_bid, leading_bid_id = n.leading_bid_id,
      last_bid_id = n.last_bid_id, bidder_ids = n.bidder_ids, changed_at = greatest(s.changed_at, n.changed_at),
      winning_bid_id = case when ${auction.winning_bid_id !== null} then n.leading_bid_id end
    from standing n
    where s.auction_id = ${id}`.execute(db);
}
