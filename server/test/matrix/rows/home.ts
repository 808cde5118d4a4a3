import assert from 'node:assert/strict';
import { LOOK_BACK_MONTHS } from '@restvarde/contract/look-back';
import { AUCTIONS, type AuctionObject, leader } from '../auction-objects.ts';
import { hasBids, isActive, isEnded, isHeldBy } from '../auction-rules.ts';
import { companyAt, isSuperuser } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { NOTHING, ON_AUCTIONS } from '../objects.ts';

const kindOfTodo = (auction: AuctionObject) => {
  if (
    !isEnded(auction) ||
    !hasBids(auction) ||
    auction.offer !== null ||
    auction.winner === 'notified'
  )
    return null;
  return auction.winner === 'none' ? 'no_winner' : 'not_notified';
};

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The calls of «Hem». */
export const HOME_ROWS: Cell[][] = [
  row({
    call: 'GET /api/statistics',
    rules: 'ROLE-3, HOME-3',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      const held = AUCTIONS.filter((auction) => isHeldBy(caller, auction));
      assert.deepEqual(body, {
        ongoing_auctions: held.filter(isActive).length,
        start_bid_total: sum(held.map((auction) => auction.start_bid)),
        winning_bid_total: sum(
          held.map((auction) => (auction.winner === 'none' ? 0 : leader(auction)!.amount)),
        ),
      });
    },
  }),
  row({
    call: 'GET /api/statistics/look-back',
    rules: 'ROLE-3, HOME-6',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      assert.equal(body.months.length, LOOK_BACK_MONTHS);
      if (!isSuperuser(caller)) assert.deepEqual(body.companies, []);
    },
  }),
  row({
    call: 'GET /api/statistics/look-back/export',
    rules: 'ROLE-3, HOME-6',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'GET /api/guide',
    rules: 'ROLE-3, GUIDE-1, GUIDE-3',
    by: 'case manager',
    on: NOTHING,
    query: () => 'manufacturer=Volvo&model=V60&damage_condition=REPAIR',
    answers: (caller) => (['any', 'never'].includes(companyAt(caller)) ? 400 : 200),
    look: (seen) => {
      asksForCompany(seen);
      if (seen.status === 200) {
        assert.deepEqual(seen.body, { count: 0, median: null, low: null, high: null });
      }
    },
  }),
  row({
    call: 'GET /api/todo',
    rules: 'ROLE-3, HOME-4',
    by: 'case manager',
    on: ON_AUCTIONS,
    answers: () => 200,
    look: ({ body }, caller, auction, world) => {
      const { id } = world.shared.get(auction)!;
      const found = body.find((one: { auction_id: number }) => one.auction_id === id);
      assert.equal(found?.kind ?? null, isHeldBy(caller, auction) ? kindOfTodo(auction) : null);
    },
  }),
  row({
    call: 'GET /api/notices',
    rules: 'ROLE-3, GEN-6',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }) => assert.deepEqual(body, []),
  }),
];
