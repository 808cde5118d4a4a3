import assert from 'node:assert/strict';
import { AUCTIONS, type AuctionObject } from '../auction-objects.ts';
import { isHeldBy, isSeen, isSold, isWonBy, mayHandOver, tookPart } from '../auction-rules.ts';
import { type Caller, isAbout } from '../callers.ts';
import { type Cell, row, type Seen } from '../cells.ts';
import { NOTHING, ON_AUCTIONS } from '../objects.ts';
import { markOf } from '../world.ts';

/** A list, one cell for each auction: is it there, or not? */
const list = (
  call: string,
  by: 'whoever has logged in' | 'workshop' | 'whoever hands over' | 'case manager',
  rules: string,
  isListed: (caller: Caller, auction: AuctionObject) => boolean,
  holds = ({ body }: Seen, id: number) => body.results.some((one: { id: number }) => one.id === id),
): Cell[] =>
  row({
    call,
    by,
    rules,
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

/** How many of each state a list has, told as the list itself is. */
const counts = (
  call: string,
  by: 'whoever has logged in' | 'workshop',
  rules: string,
  isListed: (caller: Caller, auction: AuctionObject) => boolean,
): Cell[] =>
  row({
    call,
    by,
    rules,
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      const of = (state: AuctionObject['state']) =>
        AUCTIONS.filter((auction) => auction.state === state && isListed(caller, auction)).length;
      assert.deepEqual(body, {
        active: of('active'),
        upcoming: of('upcoming'),
        ended: of('ended'),
      });
    },
  });

/** Lists of auctions: what is in them, for whom. */
export const AUCTION_LIST_ROWS: Cell[][] = [
  list('GET /api/auctions', 'whoever has logged in', 'ROLE-4, 15, 17', isHeldBy),
  list(
    'GET /api/my-auctions',
    'workshop',
    'ROLE-5, LIST-6',
    (caller, auction) => isSeen(caller, auction) && tookPart(caller, auction),
  ),
  list('GET /api/won-auctions', 'workshop', 'ROLE-5, LIST-6', isWonBy),
  counts('GET /api/auctions/counts', 'whoever has logged in', 'ROLE-15, LIST-13', isHeldBy),
  counts(
    'GET /api/my-auctions/counts',
    'workshop',
    'ROLE-5, LIST-13',
    (caller, auction) => isSeen(caller, auction) && tookPart(caller, auction),
  ),
  counts('GET /api/won-auctions/counts', 'workshop', 'ROLE-5, LIST-13', isWonBy),
  row({
    call: 'GET /api/auctions/suggestions',
    rules: 'ROLE-15, LIST-11',
    by: 'whoever has logged in',
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
    'GET /api/handovers',
    'whoever hands over',
    'ROLE-5, PICK-7',
    (caller, auction) =>
      isSold(auction) && mayHandOver(caller, auction) && isAbout(caller, auction.company),
    ({ body }, id) => body.results.some((one: { auction_id: number }) => one.auction_id === id),
  ),
];
