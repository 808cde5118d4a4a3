import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { between, makeRandom, pick } from '../../../demo/src/random.ts';
import { verifyChain } from '../../src/chain/verify-chain.ts';
import { type Database, openPool } from '../../src/db/pool.ts';
import { checkInvariants } from '../check-invariants.ts';
import { openProxy } from '../cuttable-proxy.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../start/main.ts';
import { TEST_SECRET } from '../test-node.ts';
import { makeBidWorld, setEnds } from './bid-world.ts';
import { now, startBidding } from './bidding-clients.ts';
import { blindChecks, CHECKS, type Check, type History } from './history.ts';
import { makeKillableNode } from './killable-node.ts';
import { startWatcher } from './live-watcher.ts';

/** What came of a run. */
export interface BidsReport {
  calls: number;
  acknowledged: number;
  refused: number;
  /** Never answered in half a minute. */
  unknown: number;
  faults: Record<string, number>;
  messages: number;
  reconnects: number;
  /** By each check what it found. */
  found: Record<Check, number>;
  /** Checks that did not find a fault that was put into a copy of the history. */
  blind: Check[];
  /** Auctions that a page shows otherwise than they are, 2 s after all is well again. */
  unlike: string[];
  /** Auctions whose bids break a rule, or whose chain does not hold. */
  broken: string[];
  /** The longest from a fault to the next bid that was placed after it and accepted, in ms. */
  recovery_ms: Record<string, number>;
}

type Fault = 'kill' | 'freeze' | 'cut' | 'database';

const NODES = 2;
const WATCHERS = 4;
/** How long a node stands still, or its line is cut. */
const SPELL_MS = [500, 3_000] as const;
const BETWEEN_MS = [1_500, 3_500] as const;

/**
 * Bids on auctions by many stations at two nodes, while nodes are killed and frozen, their way to the database is cut
 * and the database itself dies, and holds the history of every call against what is stored in the end.
 */
export async function runBids(options: {
  /** Of a prepared database, by the role of the nodes. */
  databaseUrl: string;
  seconds: number;
  seed: number;
  /** Kills PostgreSQL, which comes back by itself; without, it is spared. */
  killDatabase?: () => Promise<void>;
}): Promise<BidsReport> {
  const { databaseUrl, seconds, seed, killDatabase } = options;
  const random = makeRandom(seed);
  const world = await makeBidWorld(databaseUrl);
  const nodes = await Promise.all(
    Array.from({ length: NODES }, async () => {
      const port = await freePort();
      const proxy = await openProxy(databaseUrl);
      const node = await makeKillableNode(proxy.url, 'smtp://127.0.0.1:9', port);
      return { node, proxy, address: `127.0.0.1:${port}` };
    }),
  );
  const addresses = nodes.map(({ address }) => address);
  const pool = openPool(databaseUrl, 2);
  try {
    await Promise.all(nodes.map(({ node }) => node.start()));
    await setEnds(pool.db, world, seconds);
    const watchers = world.bidders
      .slice(0, WATCHERS)
      .map(({ access }, n) => startWatcher(`page ${n}`, access, world.auctions, addresses));
    const bidding = startBidding(world, addresses, random);
    const struck: { fault: Fault; at: number }[] = [];
    const kinds: Fault[] = [
      'kill',
      'freeze',
      'cut',
      ...(killDatabase ? (['database'] as const) : []),
    ];

    const strike = async (fault: Fault) => {
      const { node, proxy } = pick(random, nodes);
      const spellMs = between(random, ...SPELL_MS);
      struck.push({ fault, at: now() });
      if (fault === 'kill') {
        await node.kill();
        await node.start();
      } else if (fault === 'freeze') {
        node.freeze();
        await pause(spellMs);
        node.thaw();
      } else if (fault === 'cut') {
        await proxy.cut();
        await pause(spellMs);
        await proxy.mend();
      } else await killDatabase!();
    };
    const until = now() + seconds * 1_000;
    // Each kind in turn, from one that the seed chooses.
    for (let turn = Math.floor(random() * kinds.length); now() < until; turn++) {
      const quietMs = between(random, ...BETWEEN_MS);
      await pause(quietMs);
      await strike(kinds[turn % kinds.length]!);
    }
    await bidding.stop();
    await eventually(async () => assert.deepEqual(await unclosed(pool.db), []), 20_000);
    await pause(2_000);
    const unlike: string[] = [];
    for (const watcher of watchers) unlike.push(...(await watcher.compare(addresses[0]!)));
    for (const watcher of watchers) watcher.stop();

    const { calls } = bidding;
    const history: History = {
      calls,
      heard: watchers.flatMap((watcher) => watcher.heard),
      ...(await readStored(pool.db)),
    };
    return {
      calls: calls.length,
      acknowledged: calls.filter((call) => call.status === 201).length,
      refused: calls.filter((call) => call.status === 400).length,
      unknown: calls.filter((call) => call.returned === null).length,
      faults: countBy(struck.map(({ fault }) => fault)),
      messages: history.heard.length,
      reconnects: watchers.reduce((sum, watcher) => sum + watcher.reconnects, 0),
      found: Object.fromEntries(
        Object.entries(CHECKS).map(([name, check]) => [name, check(history).length]),
      ) as Record<Check, number>,
      blind: blindChecks(history),
      unlike,
      broken: await findBroken(pool.db, world.auctions),
      recovery_ms: recoveries(struck, history),
    };
  } finally {
    await Promise.all(nodes.map(({ node }) => node.stop()));
    await pool.end();
    await Promise.all(nodes.map(({ proxy }) => proxy.cut()));
  }
}

async function unclosed(db: Database): Promise<number[]> {
  const { rows } = await sql<{ auction_id: number }>`
    select auction_id from auction_standings where closed_at is null and end_dt <= now_ms()`.execute(
    db,
  );
  return rows.map((row) => row.auction_id);
}

async function readStored(db: Database): Promise<Pick<History, 'bids' | 'auctions'>> {
  const { rows: bids } = await sql<History['bids'][number]>`
    select auction_id as auction, id, service_station_id as station, amount from bids`.execute(db);
  const { rows: auctions } = await sql<History['auctions'][number]>`
    select a.id, a.start_bid, a.hidden_bids as sealed, extract(epoch from s.end_dt)::float8 * 1000 as end,
      s.closed_at is not null as is_closed,
      (select count(*) from audit_log l where l.auction_id = a.id and l.action = 'close') as closings
    from auctions a join auction_standings s on s.auction_id = a.id
    order by a.id`.execute(db);
  return { bids, auctions };
}

async function findBroken(db: Database, auctions: number[]): Promise<string[]> {
  const broken: string[] = [];
  for (const auction of auctions) {
    await checkInvariants(db, auction).catch((error: Error) => broken.push(error.message));
  }
  const { faults } = await verifyChain(db, { secrets: [TEST_SECRET] });
  return [...broken, ...faults];
}

function recoveries(struck: { fault: Fault; at: number }[], { calls }: History) {
  const accepted = calls.filter((call) => call.status === 201);
  const longest: Record<string, number> = {};
  for (const { fault, at } of struck) {
    const next = Math.min(...accepted.filter(({ called }) => called >= at).map((c) => c.returned!));
    if (Number.isFinite(next))
      longest[fault] = Math.max(longest[fault] ?? 0, Math.round(next - at));
  }
  return longest;
}

function countBy(names: string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  );
}
