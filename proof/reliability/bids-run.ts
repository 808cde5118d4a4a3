import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { between, makeRandom } from '../../demo/src/random.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { eventually } from '../../server/test/eventually.ts';
import { makeBidWorld, setEnds } from './bid-world.ts';
import { now, startBidding } from './bidding-clients.ts';
import { type Fault, type FaultTools, type Struck, strike } from './faults.ts';
import { type BidCall, CHECKS, type Check, type History } from './history.ts';
import { startWatcher } from './live-watcher.ts';
import { startProxiedNodes } from './proxied-nodes.ts';
import { blindChecks } from './seeded-faults.ts';
import { findBroken, readStored, unclosed } from './stored-history.ts';

/** What came of a run. */
export interface BidsReport {
  calls: number;
  acknowledged: number;
  refused: number;
  /** Never answered in half a minute. */
  unknown: BidCall[];
  /** Asked of all nodes at once by one key. */
  asked_at_once: number;
  faults: Record<string, number>;
  messages: number;
  reconnects: number;
  /** By each check what it found. */
  found: Record<Check, unknown[]>;
  /** Checks that did not find a fault that was put into a copy of the history. */
  blind: Check[];
  /** Auctions that a page shows otherwise than they are, 2 s after all is well again. */
  unlike: string[];
  /** Auctions whose bids break a rule, or whose chain does not hold. */
  broken: string[];
  /** Auctions that were closed before their end. */
  early: number[];
  /** The longest from a fault to the next bid that was placed after it and accepted by any node, in ms. */
  next_bid_ms: Record<string, number>;
  /** The longest from the end of a fault to a bid that the node that was struck has accepted since, in ms. */
  healed_ms: Record<string, number>;
}

const WATCHERS = 4;
/** Fewer prove little, and a machine that is busy takes its time for them. */
const LEAST_ACCEPTED = 50;
const BETWEEN_MS = [1_500, 3_500] as const;

/**
 * Bids on auctions by many stations at several nodes while faults are made, each kind in turn, and holds the history of
 * every call and message against what is stored in the end.
 */
export async function runBids(options: {
  /** Of a prepared database, by the role of the nodes. */
  databaseUrl: string;
  seconds: number;
  seed: number;
  faults: Fault[];
  tools?: Omit<FaultTools, 'nodes' | 'random'>;
  /** How much each node's clock is ahead. */
  clocks?: number[];
}): Promise<BidsReport> {
  const { databaseUrl, seconds, seed, faults, tools, clocks = [0, 0] } = options;
  const random = makeRandom(seed);
  const world = await makeBidWorld(databaseUrl);
  const { nodes, stop } = await startProxiedNodes(databaseUrl, clocks);
  const addresses = nodes.map(({ address }) => address);
  const pool = openPool(databaseUrl, 2);
  try {
    await setEnds(pool.db, world, seconds);
    const watchers = world.bidders
      .slice(0, WATCHERS)
      .map(({ access }, n) => startWatcher(`page ${n}`, access, world.auctions, addresses));
    const bidding = startBidding(world, addresses, random);
    const struck: Struck[] = [];
    const until = now() + seconds * 1_000;
    // From one that the seed chooses; each kind once at least, however long that takes.
    const first = Math.floor(random() * faults.length);
    while (now() < until || struck.length < faults.length) {
      const quietMs = between(random, ...BETWEEN_MS);
      await pause(quietMs);
      const fault = faults[(first + struck.length) % faults.length]!;
      struck.push(await strike(fault, { ...tools, nodes, random }));
    }
    const wellSince = now();
    await eventually(async () => {
      for (const { address } of nodes) {
        const reply = await fetch(`http://${address}/readyz`);
        assert.equal(reply.status, 200, await reply.text());
        const isAtWork = bidding.calls.some(
          (call) => call.called >= wellSince && call.answered_by === address && call.status === 201,
        );
        assert.ok(isAtWork, `${address} accepts no bid`);
      }
      const accepted = bidding.calls.filter((call) => call.status === 201).length;
      assert.ok(accepted > LEAST_ACCEPTED, `only ${accepted} bids are accepted`);
    });
    await bidding.stop();
    await eventually(async () => assert.deepEqual(await unclosed(pool.db), []));
    await pause(2_000);
    const unlike: string[] = [];
    for (const watcher of watchers) unlike.push(...(await watcher.compare(addresses[0]!)));
    const ended = now();
    for (const watcher of watchers) watcher.stop();

    const { calls } = bidding;
    const history: History = {
      calls,
      heard: watchers.flatMap((watcher) => watcher.heard),
      lives: watchers.flatMap((watcher) => watcher.lives),
      until: ended,
      jumps: struck.filter(({ fault }) => fault === 'clock'),
      ...(await readStored(pool.db)),
    };
    return {
      calls: calls.length,
      acknowledged: calls.filter((call) => call.status === 201).length,
      refused: calls.filter((call) => call.status === 400).length,
      unknown: calls.filter((call) => call.returned === null),
      asked_at_once: calls.filter((call) => call.also.length > 1).length,
      faults: countBy(struck.map(({ fault }) => fault)),
      messages: history.heard.length,
      reconnects: watchers.reduce((sum, watcher) => sum + watcher.reconnects, 0),
      found: Object.fromEntries(
        Object.entries(CHECKS).map(([name, check]) => [name, check(history)]),
      ) as Record<Check, unknown[]>,
      blind: blindChecks(history),
      unlike,
      broken: await findBroken(pool.db, world.auctions),
      early: struck.flatMap(({ early }) => early),
      ...recoveries(struck, history),
    };
  } finally {
    await stop();
    await pool.end();
  }
}

/** Of each kind of fault the longest, of those that struck when nothing was broken any more by another. */
function recoveries(struck: Struck[], { calls }: History) {
  const accepted = calls.filter((call) => call.status === 201);
  const firstBid = (since: number, by: string | null) =>
    Math.min(
      ...accepted
        .filter((one) => one.called >= since && (by === null || one.answered_by === by))
        .map((one) => one.returned!),
    );
  const next_bid_ms: Record<string, number> = {};
  const healed_ms: Record<string, number> = {};
  const keep = (longest: Record<string, number>, fault: Fault, ms: number) => {
    if (Number.isFinite(ms)) longest[fault] = Math.max(longest[fault] ?? 0, Math.round(ms));
  };
  let well = -Infinity;
  for (const { fault, from, to, address } of struck) {
    const healed = firstBid(to, address);
    if (from >= well) {
      keep(next_bid_ms, fault, firstBid(from, null) - from);
      keep(healed_ms, fault, healed - to);
    }
    well = Math.max(well, healed);
  }
  return { next_bid_ms, healed_ms };
}

function countBy(names: string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  );
}
