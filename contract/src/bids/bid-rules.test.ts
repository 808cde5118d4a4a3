import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BidIncrement } from '../companies/companies.ts';
import {
  BID_SENTENCE,
  type Bidding,
  decideBid,
  endAfterBid,
  incrementAt,
  meetsReserve,
  minimumBid,
  quickAmounts,
  tooLow,
} from './bid-rules.ts';

const MINUTE_MS = 60_000;
const END = 1_000 * MINUTE_MS;

const LADDER: BidIncrement[] = [
  { min_price: 10_000, max_price: 50_000, increment: 500 },
  { min_price: 1_000, max_price: 5_000, increment: 100 },
  { min_price: 50_000, max_price: 100_000, increment: 1_000 },
];

const bidding = (of: Partial<Bidding> = {}): Bidding => ({
  start_dt: 0,
  end_dt: END,
  hidden_bids: false,
  start_bid: 1_000,
  bid_increments: LADDER,
  extension_minutes: 3,
  highest_bid: null,
  ...of,
});

test('BID-4 the increment is the interval’s, else the nearest lower one’s, else 1 kr', () => {
  const increments: [amount: number, increment: number][] = [
    [0, 1],
    [999, 1],
    [1_000, 100],
    [4_999, 100],
    // The gap between 5 000 and 10 000.
    [5_000, 100],
    [9_999, 100],
    [10_000, 500],
    [49_999, 500],
    // Where one ends, the next begins.
    [50_000, 1_000],
    [99_999, 1_000],
    // Above them all.
    [100_000, 1_000],
    [999_999_999, 1_000],
  ];
  for (const [amount, increment] of increments)
    assert.equal(incrementAt(LADDER, amount), increment, String(amount));
  assert.equal(incrementAt([], 5_000), 1);
});

test('BID-4 the order of the intervals does not matter', () => {
  const shuffled = fc.shuffledSubarray(LADDER, { minLength: LADDER.length });
  fc.assert(
    fc.property(shuffled, fc.integer({ min: 0, max: 200_000 }), (ladder, amount) => {
      assert.equal(incrementAt(ladder, amount), incrementAt(LADDER, amount));
    }),
  );
});

test('BID-3 the first bid is the start bid, and at least 1 kr', () => {
  assert.equal(minimumBid(bidding(), null), 1_000);
  assert.equal(minimumBid(bidding({ start_bid: 0 }), null), 1);
  assert.equal(minimumBid(bidding({ start_bid: 1 }), null), 1);
});

test('BID-3 the next bid is the highest bid plus its increment', () => {
  assert.equal(minimumBid(bidding(), 1_000), 1_100);
  assert.equal(minimumBid(bidding(), 9_950), 10_050);
  assert.equal(minimumBid(bidding({ bid_increments: [] }), 1_000), 1_001);
});

test('BID-3 an open bid must reach the minimum, and a station may raise its own lead', () => {
  const auction = bidding({ highest_bid: 2_000 });
  for (const own of [null, 1_500, 2_000]) {
    assert.deepEqual(decideBid(auction, own, 2_099, 0), {
      accepted: false,
      sentence: 'Budet måste vara minst 2\u00a0100\u00a0kr.',
      minimum: 2_100,
    });
    assert.deepEqual(decideBid(auction, own, 2_100, 0), {
      accepted: true,
      minimum: 2_100,
      end_dt: END,
    });
  }
  assert.equal(tooLow(2_100), 'Budet måste vara minst 2\u00a0100\u00a0kr.');
});

test('BID-3 a sealed minimum follows from the station’s own bid, never from others’', () => {
  fc.assert(
    fc.property(
      fc.option(fc.nat(200_000)),
      fc.option(fc.nat(200_000)),
      fc.option(fc.nat(200_000)),
      fc.nat(200_000),
      (own, rival, otherRival, amount) => {
        const sealed = (highest_bid: number | null) =>
          decideBid(bidding({ hidden_bids: true, highest_bid }), own, amount, 0);
        assert.deepEqual(sealed(rival), sealed(otherRival));
        assert.equal(sealed(rival).minimum, own === null ? 1_000 : own + incrementAt(LADDER, own));
      },
    ),
  );
});

test('BID-5 a bid counts only from the start up to, not including, the end', () => {
  const auction = bidding({ start_dt: 10 * MINUTE_MS });
  const refused = (sentence: string) => ({ accepted: false, sentence, minimum: null });
  assert.equal(BID_SENTENCE.ended, 'Auktionen är avslutad.');
  const verdict = (now: number) => decideBid(auction, null, 5_000, now);
  assert.deepEqual(verdict(10 * MINUTE_MS - 1), refused(BID_SENTENCE.notStarted));
  assert.equal(verdict(10 * MINUTE_MS).accepted, true);
  assert.equal(verdict(END - 1).accepted, true);
  assert.deepEqual(verdict(END), refused(BID_SENTENCE.ended));
  assert.deepEqual(verdict(END + MINUTE_MS), refused(BID_SENTENCE.ended));
});

test('BID-6 a bid within the last N minutes moves the end to N minutes after it', () => {
  const auction = bidding({ extension_minutes: 3 });
  const ends: [now: number, end: number][] = [
    [0, END],
    [END - 3 * MINUTE_MS - 1, END],
    [END - 3 * MINUTE_MS, END],
    [END - 3 * MINUTE_MS + 1, END + 1],
    [END - MINUTE_MS, END + 2 * MINUTE_MS],
    [END - 1, END + 3 * MINUTE_MS - 1],
  ];
  for (const [now, end] of ends) {
    assert.equal(endAfterBid(auction, now), end, String(now - END));
    for (const hidden_bids of [false, true]) {
      const verdict = decideBid({ ...auction, hidden_bids }, null, 5_000, now);
      assert.equal(verdict.accepted && verdict.end_dt, end);
    }
  }
});

test('BID-6 with 0 minutes nothing moves the end', () => {
  for (const now of [0, END - MINUTE_MS, END - 1])
    assert.equal(endAfterBid(bidding({ extension_minutes: 0 }), now), END);
});

test('BID-6 the end is never moved back, and never more than N minutes from the bid', () => {
  const before = fc.integer({ min: 1, max: END });
  fc.assert(
    fc.property(before, fc.integer({ min: 0, max: 60 }), (left, extension_minutes) => {
      const now = END - left;
      const end = endAfterBid(bidding({ extension_minutes }), now);
      assert.ok(end >= END);
      assert.equal(end, Math.max(END, now + extension_minutes * MINUTE_MS));
    }),
  );
});

test('BID-6 a refused bid returns no end', () => {
  const verdict = decideBid(bidding({ highest_bid: 5_000 }), null, 5_000, END - 1);
  assert.equal(verdict.accepted, false);
  assert.equal('end_dt' in verdict, false);
});

test('BID-11 the quick amounts are the minimum and one and two steps above it', () => {
  assert.deepEqual(quickAmounts(LADDER, 1_000), [1_000, 1_100, 1_200]);
  assert.deepEqual(quickAmounts(LADDER, 9_900), [9_900, 10_000, 10_500]);
  assert.deepEqual(quickAmounts(LADDER, 49_500), [49_500, 50_000, 51_000]);
  assert.deepEqual(quickAmounts([], 7), [7, 8, 9]);
});

test('AUC-11 the highest bid meets the reserve if it reaches it or there is none', () => {
  assert.equal(meetsReserve(10_000, 9_999), false);
  assert.equal(meetsReserve(10_000, 10_000), true);
  assert.equal(meetsReserve(10_000, 10_001), true);
  assert.equal(meetsReserve(null, 1), true);
  assert.equal(meetsReserve(0, 1), true);
  assert.equal(meetsReserve(null, null), false);
  assert.equal(meetsReserve(10_000, null), false);
});
