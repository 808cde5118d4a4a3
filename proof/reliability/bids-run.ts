import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { between, makeRandom } from '../../demo/src/random.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { eventually } from '../../server/test/eventually.ts';
import { playMaxBidActs } from '../../server/test/max-bid-acts.ts';
import { startTestNode } from '../../server/test/test-node.ts';
import { makeBidWorld, setEnds } from './bid-world.ts';
import { now, startBidding } from './bidding-clients.ts';
import { type Fault, type FaultTools, type InjectedFault, injectFault } from './faults.ts';
import {
  type BidCall,
  CHECKS,
  type Check,
  findBroken,
  type History,
  readStored,
  unclosed,
} from './history.ts';
import { startWatcher } from './live-watcher.ts';
import { startProxiedNodes } from './proxied-nodes.ts';
import { atMost, type Result } from './results.ts';
import { blindChecks } from './seeded-faults.ts';

/** The report of a run. */
export interface BidsReport {
  calls: number;
  acknowledged: number;
  refused: number;
  /** Without an answer for half a minute. */
  unknown: BidCall[];
  /** Sent to all nodes at once with one key. */
  asked_at_once: number;
  faults: Record<string, number>;
  messages: number;
  reconnects: number;
  /** Violations by check. */
  found: Record<Check, unknown[]>;
  /** Checks that did not find a seeded fault in a copy of the history. */
  blind: Check[];
  /** Auctions that a page shows wrongly 2 s after recovery. */
  differences: string[];
  /** Auctions whose bids break a rule or whose hash chain is invalid. */
  broken: string[];
  /** Auctions closed before their end. */
  early: number[];
  /** The longest time from a fault to the next bid that any node accepts, in ms. */
  next_bid_ms: Record<string, number>;
  /** The longest time from the end of a fault to the next bid accepted by the affected node, in ms. */
  healed_ms: Record<string, number>;
}

const WATCHERS = 4;
/** Fewer prove little; a busy machine needs longer for them. */
const MIN_ACCEPTED = 50;
const BETWEEN_MS = [1_500, 3_500] as const;

/**
 * Bids by many stations at several nodes while faults are injected, each kind in turn, and checks the history of every
 * call and message against the stored data.
 */
export async function runBids(options: {
  /** A prepared database, by the nodes' role. */
  databaseUrl: string;
  seconds: number;
  seed: number;
  faults: Fault[];
  tools?: Omit<FaultTools, 'nodes' | 'random'>;
  /** Milliseconds that each node's clock is ahead. */
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
    const injected: InjectedFault[] = [];
    const until = now() + seconds * 1_000;
    // Start with a fault chosen by the seed; run each kind at least once.
    const first = Math.floor(random() * faults.length);
    while (now() < until || injected.length < faults.length) {
      const quietMs = between(random, ...BETWEEN_MS);
      await pause(quietMs);
      const fault = faults[(first + injected.length) % faults.length]!;
      injected.push(await injectFault(fault, { ...tools, nodes, random }));
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
      assert.ok(accepted > MIN_ACCEPTED, `only ${accepted} bids are accepted`);
    });
    await bidding.stop();
    await eventually(async () => assert.deepEqual(await unclosed(pool.db), []));
    await pause(2_000);
    const differences: string[] = [];
    for (const watcher of watchers) differences.push(...(await watcher.compare(addresses[0]!)));
    const ended = now();
    for (const watcher of watchers) watcher.stop();

    const { calls } = bidding;
    const history: History = {
      calls,
      heard: watchers.flatMap((watcher) => watcher.heard),
      lives: watchers.flatMap((watcher) => watcher.lives),
      until: ended,
      jumps: injected.filter(({ fault }) => fault === 'clock'),
      ...(await readStored(pool.db)),
    };
    return {
      calls: calls.length,
      acknowledged: calls.filter((call) => call.status === 201).length,
      refused: calls.filter((call) => call.status === 400).length,
      unknown: calls.filter((call) => call.returned === null),
      asked_at_once: calls.filter((call) => call.also.length > 1).length,
      faults: countBy(injected.map(({ fault }) => fault)),
      messages: history.heard.length,
      reconnects: watchers.reduce((sum, watcher) => sum + watcher.reconnects, 0),
      found: Object.fromEntries(
        Object.entries(CHECKS).map(([name, check]) => [name, check(history)]),
      ) as Record<Check, unknown[]>,
      blind: blindChecks(history),
      differences,
      broken: await findBroken(pool.db, world.auctions),
      early: injected.flatMap(({ early }) => early),
      ...recoveries(injected, history),
    };
  } finally {
    await stop();
    await pool.end();
  }
}

/** The longest time by kind of fault, over those that began when no other was active. */
function recoveries(injected: InjectedFault[], { calls }: History) {
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
  for (const { fault, from, to, address } of injected) {
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

const ACTS = 100_000;

/** Plays random bids and maximums at two nodes at once, and compares each step with the model (AUTO-14). */
export async function runMaximums(options: {
  databaseUrl: string;
  seed: number;
}): Promise<{ counts: object; results: Result[] }> {
  const node = await startTestNode({ databaseUrl: options.databaseUrl });
  try {
    const other = await node.startAnother();
    const random = makeRandom(options.seed);
    const counts = await playMaxBidActs(node, [other], { acts: ACTS, random });
    return {
      counts,
      results: [atMost('maximums: acts that no order of the model explains', 0, 0, '')],
    };
  } finally {
    await node.stop();
  }
}
