import { measureBids } from './bids.ts';
import { measureClosing } from './closing.ts';
import { measureEmails } from './emails.ts';
import { measureLists } from './lists.ts';
import { measureIdleMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import { measurePictures } from './pictures.ts';
import type { Result } from './results.ts';
import { measureFanOut, measureSocketMemory } from './sockets.ts';
import { measureInstallation, measureStart } from './start.ts';

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
