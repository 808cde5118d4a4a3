import assert from 'node:assert/strict';
import { AUCTIONS, type AuctionObject } from '../auction-objects.ts';
import { isHeldBy, isSeen, isSold, isWonBy, mayHandOver, tookPart } from '../auction-rules.ts';
import { type Caller, isAbout } from '../callers.ts';
import { type Cell, row, type Seen } from '../cells.ts';
import { NOTHING, ON_AUCTIONS } from '../objects.ts';
import { markOf } from '../world.ts';

interface List {
  call: string;
  by: 'any user' | 'workshop' | 'yard or case manager';
  rules: string;
  isListed: (caller: Caller, auction: AuctionObject) => boolean;
}

/** The lists of auctions, each with its counts and filters. */
const LISTS: List[] = [
  { call: 'GET /api/auctions', by: 'any user', rules: 'ROLE-4, 15, 17', isListed: isHeldBy },
  {
    call: 'GET /api/my-auctions',
    by: 'workshop',
    rules: 'ROLE-5, LIST-6',
    isListed: (caller, auction) => isSeen(caller, auction) && tookPart(caller, auction),
  },
  { call: 'GET /api/won-auctions', by: 'workshop', rules: 'ROLE-5, LIST-6', isListed: isWonBy },
];

/** A list, with a cell for each auction: listed or not. */
const list = (
  { isListed, ...given }: List,
  holds = ({ body }: Seen, id: number) => body.results.some((one: { id: number }) => one.id === id),
): Cell[] =>
  row({
    ...given,
    on: ON_AUCTIONS,
    answers: () => 200,
    look: (seen, caller, auction, world) => {
      const { id } = world.shared.get(auction)!;
      assert.equal(holds(seen, id), isListed(caller, auction), 'is it in the list?');
      if (seen.body.results) {
        const listed = AUCTIONS.filter((one) => isListed(caller, one));
        assert.equal(seen.body.results.length, listed.length, 'nothing else is in the list');
      }
    },
  });

/** A list's counts by state, and how many it has with its filters. */
const sums = ({ call, by, rules, isListed }: List): Cell[] => {
  const countOf = (caller: Caller, state?: AuctionObject['state']) =>
    AUCTIONS.filter((one) => (!state || one.state === state) && isListed(caller, one)).length;
  const given = { by, on: NOTHING, answers: () => 200 };
  return [
    ...row({
      ...given,
      call: `${call}/counts`,
      rules: `${rules}, LIST-13`,
      look: ({ body }, caller) =>
        assert.deepEqual(body, {
          active: countOf(caller, 'active'),
          upcoming: countOf(caller, 'upcoming'),
          ended: countOf(caller, 'ended'),
        }),
    }),
    ...row({
      ...given,
      call: `${call}/facets`,
      rules: `${rules}, LIST-18`,
      look: ({ body }, caller) => assert.equal(body.total, countOf(caller)),
    }),
  ];
};

/** Contents of lists. */
export const AUCTION_LIST_ROWS: Cell[][] = [
  ...LISTS.map((one) => list(one)),
  ...LISTS.map(sums),
  row({
    call: 'GET /api/auctions/suggestions',
    rules: 'ROLE-15, LIST-11',
    by: 'any user',
    on: ON_AUCTIONS,
    answers: () => 200,
    query: (_world, auction) => `q=${encodeURIComponent(markOf(auction))}`,
    look: ({ body }, caller, auction, world) => {
      const { id } = world.shared.get(auction)!;
      const isFound = body.results.some((one: { id: number }) => one.id === id);
      assert.equal(isFound, isHeldBy(caller, auction));
    },
  }),
  row({
    call: 'GET /api/auctions/export',
    rules: 'ROLE-15, LIST-10',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ raw }, caller) =>
      assert.equal(
        raw.trim().split('\r\n').length - 1,
        AUCTIONS.filter((auction) => isHeldBy(caller, auction)).length,
      ),
  }),
  list(
    {
      call: 'GET /api/handovers',
      by: 'yard or case manager',
      rules: 'ROLE-5, PICK-7',
      isListed: (caller, auction) =>
        isSold(auction) && mayHandOver(caller, auction) && isAbout(caller, auction.company),
    },
    ({ body }, id) => body.results.some((one: { auction_id: number }) => one.auction_id === id),
  ),
];
