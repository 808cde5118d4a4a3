import { measureBidSizes } from './bid-sizes.ts';
import { measureBids } from './bids.ts';
import { measureClosing } from './closing.ts';
import { measureEmails } from './emails.ts';
import { measureLists } from './lists.ts';
import { measureLive } from './live.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import { measurePictures } from './pictures.ts';
import type { Result } from './report/results.ts';
import { measureScreens } from './screens.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './start.ts';

/** What was asked for on the command line. */
export interface Asked {
  isQuick: boolean;
  /** In place of a row's own: of auctions, sockets, emails. */
  sizes: number[];
  /** How long the memory is watched; null: not at all. */
  hours: number | null;
}

/** A part of a row that starts what it needs and stops it again. */
export type Part = () => Promise<Result[]>;

/** A row of `npm run bench`: its parts, one after the other; none of those that take too long to be asked for quickly. */
export type Row = (asked: Asked) => Part[];

const sizesOf = ({ sizes, isQuick }: Asked, all: number[], quick: number[]) =>
  sizes.length > 0 ? sizes : isQuick ? quick : all;

export const ROWS: Record<string, Row> = {
  bids: ({ isQuick }) => [
    () => measureBids(isQuick ? { rounds: 3, seconds: 0.8 } : { rounds: 9, seconds: 1.2 }),
  ],
  'bid-sizes': ({ isQuick }) =>
    isQuick ? [] : [() => measureBidSizes({ rounds: 3, seconds: 0.7 })],
  'fan-out': (asked) =>
    sizesOf(asked, [10, 100, 1_000, 5_000, 10_000], [10, 1_000]).map(
      (sockets) => () => measureLive(sockets, asked.isQuick ? 3 : 9),
    ),
  closing: (asked) => [
    ...sizesOf(asked, [100, 1_000, 10_000], [500]).map(
      (auctions) => () => measureClosing({ auctions, relists: false }),
    ),
    ...(asked.isQuick || asked.sizes.length > 0
      ? []
      : [() => measureClosing({ auctions: 5_000, relists: true })]),
  ],
  emails: (asked) =>
    sizesOf(asked, [500, 5_000, 50_000], [500]).map((emails) => () => measureEmails(emails)),
  lists: (asked) =>
    sizesOf(asked, [1_000, 10_000, 100_000, 1_000_000], [1_000]).map(
      (auctions) => () => measureLists(auctions),
    ),
  pictures: ({ isQuick }) => [() => measurePictures(isQuick ? 3 : 9)],
  memory: ({ hours, isQuick }) => [
    () => (hours === null ? measureMemory(isQuick ? 1 : 5) : measureSoak(hours)),
  ],
  start: () => [measureStart],
  screens: ({ isQuick }) => (isQuick ? [] : [measureScreens]),
  pages: ({ isQuick }) => (isQuick ? [] : [measurePages]),
};
