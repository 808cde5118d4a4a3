import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Audience } from './audience.ts';
import { CLIENTS, checkBids, drive, placing } from './bid-load.ts';
import { type Product, startProduct } from './product.ts';
import { limit, median, type Result } from './results.ts';
import { socketUrl } from './sockets.ts';

const SETTLE_MS = 4_000;
const SAMPLES = 40;
/** Samples before the node has warmed up are left out. */
const WARM_UP = SAMPLES / 4;
const LOAD_S = 1;
const RENEW_MS = 5 * 60_000;
const SOCKETS = 200;
const READERS = 4;
const AUCTIONS = 5_000;
const HOUR_MS = 3_600_000;

/** Memory of a node that has started and has nothing to do. */
export async function measureIdleMemory(rounds: number): Promise<Result[]> {
  const resident: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: 0 });
    await pause(SETTLE_MS);
    const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
    resident.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
    await product.stop();
  }
  return [limit('memory of an idle node', 'MB', resident, 180)];
}

/**
 * How much a node's memory grows at half load: a second of bids and lists at full speed, a second of rest, while pages
 * open and close. No bid may be lost.
 */
export async function measureGrowth(hours: number): Promise<Result[]> {
  const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: AUCTIONS });
  const { port, hot, tokens } = product.ready;
  try {
    const startedAt = performance.now();
    let renewedAt = startedAt;
    const samples: { hours: number; used: number }[] = [];
    for (let n = 1; n <= SAMPLES; n++) {
      const until = startedAt + (n / SAMPLES) * hours * HOUR_MS;
      const pages = await Audience.open(SOCKETS, socketUrl(port, hot[0]!), tokens);
      do {
        if (performance.now() - renewedAt > RENEW_MS) {
          tokens.splice(0, tokens.length, ...(await product.call<string[]>('renewTokens')));
          renewedAt = performance.now();
        }
        await loadOnce(product);
        await pause(LOAD_S * 1000);
      } while (performance.now() < until);
      await pages.close();
      await pause(LOAD_S * 1000);
      const { used } = await product.call<{ used: number }>('readMemory');
      samples.push({ hours: (performance.now() - startedAt) / HOUR_MS, used });
      console.log(`  after ${(samples.at(-1)!.hours * 60).toFixed(1)} min: ${used.toFixed(1)} MB`);
    }
    await checkBids(product);
    return [limit('growth of memory at half load', 'MB/h', [slope(samples.slice(WARM_UP))], 1)];
  } finally {
    await product.stop();
  }
}

async function loadOnce(product: Product): Promise<void> {
  const { port, tokens, spread } = product.ready;
  const until = performance.now() + LOAD_S * 1000;
  const readLists = async (reader: number) => {
    while (performance.now() < until) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/auctions`, {
        headers: { authorization: `Bearer ${tokens[reader]}` },
      });
      await reply.arrayBuffer();
      if (reply.status !== 200) throw new Error(`A list is answered with ${reply.status}.`);
    }
  };
  await Promise.all([
    drive(product, LOAD_S, placing(spread)),
    ...Array.from({ length: READERS }, (_, reader) => readLists(reader)),
  ]);
}

/** The median slope between all pairs (Theil–Sen), which single outliers do not move. */
function slope(samples: { hours: number; used: number }[]): number {
  return median(
    samples.flatMap((from, n) =>
      samples.slice(n + 1).map((to) => (to.used - from.used) / (to.hours - from.hours)),
    ),
  );
}
