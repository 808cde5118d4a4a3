import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '../../server/src/db/pool.ts';
import { startProduct } from '../bench/product.ts';
import { Child } from '../child.ts';
import { addEnded } from './ended-auctions.ts';

/** What others wait for their bids and pages, in ms. */
interface Waits {
  bids: number[];
  pages: number[];
  failed: number;
}

const WORLD = { bidders: 60, hot: 1, spread: 200, limitMultiplier: 1 };
/** Of the one who floods: a large workshop. */
const ENDED = 30_000;
/** Of all others together, each second. */
const PACE = { bids: 20, pages: 20 };
/** A flood may make others wait so many times as long as a quiet node, or for so many ms. */
const GOAL = { bids: { times: 1.5, ms: 25 }, pages: { times: 3, ms: 50 } };

/**
 * One user floods every route while others bid and read: prints what they wait, beside a quiet node. False when
 * it is more than the goal.
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

/** Lets them bid and read for so many seconds, at an even pace, however long the answers take. */
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
