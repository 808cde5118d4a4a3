import { setTimeout as pause } from 'node:timers/promises';
import { makeRandom } from '../../demo/src/random.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { makeBidWorld } from './bid-world.ts';
import { now, startBidding } from './bidding-clients.ts';
import { findBroken } from './history.ts';
import { startWatcher } from './live-watcher.ts';
import { startProxiedNodes } from './proxied-nodes.ts';
import { atMost, p99, type Result } from './results.ts';

const WATCHERS = 20;
/** Some twenty bids per second: leaks appear with time, and a run of a day keeps all its calls. */
const REST_MS = 1_000;

/** Bids and pages come and go for `minutes`: do memory and response times grow? */
export async function runSoak(options: {
  databaseUrl: string;
  minutes: number;
  seed: number;
}): Promise<{ counts: object; results: Result[] }> {
  const { databaseUrl, minutes, seed } = options;
  const random = makeRandom(seed);
  const world = await makeBidWorld(databaseUrl);
  const { nodes, stop } = await startProxiedNodes(databaseUrl, [0]);
  const addresses = nodes.map(({ address }) => address);
  const { node } = nodes[0]!;
  const pool = openPool(databaseUrl, 2);
  const thirdMs = minutes * 20_000;
  const watch = (n: number) =>
    startWatcher(
      `page ${n}`,
      world.bidders[n % world.bidders.length]!.access,
      world.auctions,
      addresses,
    );
  const watchers = Array.from({ length: WATCHERS }, (_, n) => watch(n));
  let opened = WATCHERS;
  const bidding = startBidding(world, addresses, random, REST_MS);
  /** Replaces one page at a time. */
  const passThird = async () => {
    const from = now();
    while (now() < from + thirdMs) {
      await pause(500);
      watchers.shift()!.stop();
      watchers.push(watch(opened++));
    }
    const calls = bidding.calls.filter(({ called }) => called >= from);
    const p99_ms = p99(calls.map(({ called, returned }) => (returned ?? now()) - called));
    return { p99_ms, ...(await node.held()) };
  };
  try {
    // The node has warmed up after a third of the time.
    const warm = await passThird();
    await passThird();
    const worn = await passThird();
    await bidding.stop();
    const failed = bidding.calls.filter(({ status }) => status !== 201 && status !== 400);
    const broken = await findBroken(pool.db, world.auctions);
    const hours = (2 * thirdMs) / 3_600_000;
    return {
      counts: { minutes, bids: bidding.calls.length, pages: opened, warm, worn },
      results: [
        atMost('soak: bids that failed', failed.length, 0, ''),
        atMost(
          'soak: auctions whose bids break a rule, or whose chain is invalid',
          broken.length,
          0,
          '',
        ),
        atMost('soak: additional files and connections of a node', worn.files - warm.files, 50, ''),
        // A heap grows before it is collected, so a short run says little.
        ...(minutes < 60
          ? []
          : [
              atMost(
                'soak: additional memory of a node',
                Math.round((worn.memory_kb - warm.memory_kb) / 1_024 / hours),
                1,
                'MB an hour',
              ),
            ]),
        atMost(
          'soak: slowdown of a bid (p99)',
          Math.max(0, Math.round((100 * worn.p99_ms) / warm.p99_ms) - 100),
          10,
          '%',
        ),
      ],
    };
  } finally {
    for (const watcher of watchers) watcher.stop();
    await stop();
    await pool.end();
  }
}
