import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../child.ts';
import { CLIENTS } from './bid-load.ts';
import { measureBids } from './bids.ts';
import { measureClosing } from './closing.ts';
import { measureEmails } from './emails.ts';
import { measureLists } from './lists.ts';
import { measurePages } from './pages.ts';
import { startProduct } from './product.ts';
import { compare, limit, type Result } from './results.ts';
import { measureFanOut, measureSocketMemory } from './sockets.ts';
import { measureInstallation, measureStart } from './start.ts';

/** A photo of 12 megapixels to all of its sizes, against sharp without a separate process. */
async function measurePictures(rounds: number): Promise<Result> {
  const child = await Child.start<null>('bench/processes/picture-rounds');
  try {
    const times = await child.call<{ ours: number; bare: number }[]>('measure', rounds);
    const name = 'a photo of 12 megapixels to all sizes / bare sharp';
    const ours = times.map((round) => round.ours);
    const bare = times.map((round) => round.bare);
    return compare(name, 'ms', ours, bare, { atMost: 1.2 });
  } finally {
    await child.stop();
  }
}

const SETTLE_MS = 4_000;

/** Memory of a node that has started and has nothing to do. */
async function measureIdleMemory(rounds: number): Promise<Result> {
  const resident: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: 0 });
    await pause(SETTLE_MS);
    const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
    resident.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
    await product.stop();
  }
  return limit('memory of an idle node', 'MB', resident, 180);
}

/** From the command line. */
export interface Options {
  isQuick: boolean;
  /** Replaces the row's number of sockets, auctions or emails. */
  size: number | null;
}

/** The rows of `npm run bench`, each with what it measures. A row that takes too long for `--quick` returns nothing. */
export const ROWS: Record<string, (options: Options) => Promise<Result[]>> = {
  bids: ({ isQuick }) =>
    measureBids(isQuick ? { rounds: 3, seconds: 0.8 } : { rounds: 9, seconds: 1.2 }),
  sockets: async ({ isQuick, size }) => {
    const sockets = size ?? (isQuick ? 1_000 : 10_000);
    return [
      await measureFanOut(sockets, isQuick ? 3 : 9),
      await measureSocketMemory(sockets, isQuick ? 1 : 5),
    ];
  },
  lists: ({ isQuick, size }) => measureLists(size ?? (isQuick ? 10_000 : 1_000_000)),
  closing: ({ isQuick, size }) => measureClosing(size ?? (isQuick ? 500 : 10_000)),
  emails: async ({ isQuick, size }) => [await measureEmails(size ?? (isQuick ? 500 : 10_000))],
  pictures: async ({ isQuick }) => [await measurePictures(isQuick ? 3 : 9)],
  memory: async ({ isQuick }) => [await measureIdleMemory(isQuick ? 1 : 5)],
  start: async ({ isQuick }) => [
    await measureStart(),
    ...(isQuick ? [] : [await measureInstallation()]),
  ],
  pages: async ({ isQuick }) => (isQuick ? [] : measurePages()),
};
