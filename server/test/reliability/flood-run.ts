import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What others wait for their bids and pages, in ms. */
interface Waits {
  bids: number[];
  pages: number[];
  failed: number;
}

const ENTRY = join(import.meta.dirname, '../bench/bench-node.ts');
const WORLD = { bidders: 60, hot: 1, spread: 200, smtpUrl: null, limitMultiplier: 1 };
/** Of the one who floods: a large workshop. */
const ENDED = 30_000;
const FLOOD_CLIENTS = 40;
/** Of all others together, each second. */
const PACE = { bids: 20, pages: 20 };
/** A flood may make others wait so many times as long as a quiet node, or for so many ms. */
const GOAL = { bids: { times: 1.5, ms: 25 }, pages: { times: 3, ms: 50 } };

const FLOODED = [
  '/api/my-auctions?ordering=-bid_highest',
  '/api/auctions?ordering=-bid_highest',
  '/api/my-auctions',
  '/api/won-auctions',
  '/api/auctions?manufacturer=vol',
  '/api/users/me',
  '/api/statistics',
  '/api/categories',
  '/api/service-station',
];

/**
 * One user floods every route while others bid and read: prints what they wait, beside a quiet node. False when
 * it is more than the goal.
 */
export async function printFlood(seconds: number): Promise<boolean> {
  const child = fork(ENTRY, [JSON.stringify(WORLD)]);
  const { port, tokens, spread } = await answer<{
    port: number;
    tokens: string[];
    spread: number[];
  }>(child);
  child.send({ ask: 'add-ended', count: ENDED });
  await answer(child);
  const node = openNode(`http://127.0.0.1:${port}`, tokens, spread);
  await node.others(5);
  const quiet = await node.others(seconds);
  const flood = node.flood();
  await pause(1_000);
  const flooded = await node.others(seconds);
  const counts = await flood.stop();
  child.send({ ask: 'stop' });
  await once(child, 'exit');
  return print(quiet, flooded, counts);
}

function openNode(origin: string, tokens: string[], spread: number[]) {
  let amount = 1_000_000;
  let turn = 0;
  const [flooder = '', ...others] = tokens;
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

  return {
    /** At an even pace, however long the answers take. */
    async others(seconds: number): Promise<Waits> {
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
        const token = () => others[turn++ % others.length]!;
        ask('bids', bid(token()));
        ask('pages', call(token(), at % 2 === 0 ? '/api/auctions' : `/api/auctions/${auction()}`));
        await pause(1000 / PACE.bids);
      }
      await Promise.all(asked);
      return waits;
    },

    flood() {
      const counts = new Map<number, number>();
      let isOver = false;
      const client = async (from: number) => {
        for (let at = from; !isOver; at++) {
          const path = FLOODED[at % (FLOODED.length + 1)];
          const called = path ? call(flooder, path) : bid(flooder);
          const status = await called.then(
            (reply) => reply.status,
            () => 0,
          );
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }
      };
      const clients = Array.from({ length: FLOOD_CLIENTS }, (_, at) => client(at));
      return {
        async stop() {
          isOver = true;
          await Promise.all(clients);
          return counts;
        },
      };
    },
  };
}

function print(quiet: Waits, flooded: Waits, counts: Map<number, number>): boolean {
  console.log(`\n  flood: ${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`);
  const statuses = [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
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

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The node ended with ${code}.`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message as T);
    });
  });
}
