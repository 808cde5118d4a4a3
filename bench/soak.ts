import { setTimeout as pause } from 'node:timers/promises';
import { Audience } from './audience.ts';
import { CLIENTS, checkBids, drive, placing } from './bid-load.ts';
import { type Product, startProduct } from './product.ts';
import { formatTable } from './report/format.ts';
import { limit, median, type Result } from './report/results.ts';

const SAMPLES = 40;
/** What is measured before is the node that gets warm. */
const WARM = SAMPLES / 4;
const SPELL_S = 1;
const RENEW_MS = 5 * 60_000;
const SOCKETS = 200;
const READERS = 4;
const AUCTIONS = 5_000;
const HOUR_MS = 3_600_000;

/** What a node's memory holds so long after its start. */
interface Sample {
  hours: number;
  used: number;
  resident: number;
}

/**
 * A node at half load for so many hours: a second of as many bids and lists as it takes, a second of rest; pages come and go.
 * By how much its memory grows, after a collection each time, and that no bid is lost.
 */
export async function measureSoak(hours: number): Promise<Result[]> {
  const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: AUCTIONS, smtpUrl: null });
  try {
    const begun = performance.now();
    const samples: Sample[] = [];
    // What is wrong at the end of an hour is told with what the hour has shown.
    const faults: unknown[] = [];
    let renewed = begun;
    for (let n = 1; n <= SAMPLES; n++) {
      const until = begun + (n / SAMPLES) * hours * HOUR_MS;
      const address = `ws://127.0.0.1:${product.port}/ws/auction/${product.hot[0]}/`;
      const pages = await Audience.open(SOCKETS, address, product.tokens);
      do {
        if (performance.now() - renewed > RENEW_MS) {
          await product.renewTokens();
          renewed = performance.now();
        }
        await loadOnce(product).catch((fault) => faults.push(fault));
        await pause(SPELL_S * 1000);
      } while (performance.now() < until);
      pages.leave();
      await pause(SPELL_S * 1000);
      const sample = {
        hours: (performance.now() - begun) / HOUR_MS,
        ...(await product.readMemory()),
      };
      samples.push(sample);
      console.log(
        `  after ${(sample.hours * 60).toFixed(1)} min: ${sample.used.toFixed(1)} MB used, ${sample.resident.toFixed(0)} MB resident`,
      );
    }
    await checkBids(product);
    const warm = samples.slice(WARM);
    const name = `${hours} h at half load: memory that grows`;
    const used = growthOf(warm, (sample) => sample.used);
    const resident = growthOf(warm, (sample) => sample.resident);
    const results = [
      limit(`${name}, in use`, 'MB/h', used, 1),
      limit(`${name}, resident`, 'MB/h', resident, 1),
    ];
    if (faults.length === 0) return results;
    console.log(formatTable(results));
    throw new AggregateError(faults, `${faults.length} spells of load were not answered well.`);
  } finally {
    await product.stop();
  }
}

async function loadOnce(product: Product): Promise<void> {
  const anyId = () => product.spread[Math.floor(Math.random() * product.spread.length)]!;
  const until = performance.now() + SPELL_S * 1000;
  const readLists = async (reader: number) => {
    while (performance.now() < until) {
      const reply = await fetch(`http://127.0.0.1:${product.port}/api/auctions`, {
        headers: { authorization: `Bearer ${product.tokens[reader]}` },
      });
      await reply.arrayBuffer();
      if (reply.status !== 200) throw new Error(`A list is answered with ${reply.status}.`);
    }
  };
  await Promise.all([
    drive(product, SPELL_S, placing(anyId)),
    ...Array.from({ length: READERS }, (_, reader) => readLists(reader)),
  ]);
}

/** The median slope between all pairs, which single high samples do not move. */
function growthOf(samples: Sample[], read: (sample: Sample) => number): number {
  return median(
    samples.flatMap((from, n) =>
      samples.slice(n + 1).map((to) => (read(to) - read(from)) / (to.hours - from.hours)),
    ),
  );
}
