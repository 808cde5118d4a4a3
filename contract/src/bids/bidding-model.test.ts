import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BidIncrement } from '../companies/companies.ts';
import { type Bidding, decideBid } from './bid-rules.ts';

interface Attempt {
  station: number;
  amount: number;
  /** Minutes since the attempt before. */
  wait: number;
}

interface Accepted {
  station: number;
  amount: number;
  at: number;
}

interface Sale {
  sealed: boolean;
  start_bid: number;
  /** The starts of the steps, ascending, and the increment from there on. */
  steps: [from: number, raise: number][];
  extension: number;
  attempts: Attempt[];
}

const LENGTH = 60;

const sale: fc.Arbitrary<Sale> = fc.record({
  sealed: fc.boolean(),
  start_bid: fc.nat(30),
  steps: fc
    .uniqueArray(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 9 })), {
      maxLength: 4,
      selector: ([from]) => from,
    })
    .map((steps) => steps.sort(([a], [b]) => a - b)),
  extension: fc.nat(6),
  attempts: fc.array(
    fc.record({
      station: fc.integer({ min: 1, max: 4 }),
      amount: fc.integer({ min: 1, max: 130 }),
      wait: fc.nat(9),
    }),
    { maxLength: 40 },
  ),
});

/** The steps as intervals, each up to the next with a gap now and then. */
const ladder = (steps: Sale['steps']): BidIncrement[] =>
  steps.map(([from, raise], i) => ({
    min_price: from,
    max_price: i % 2 === 0 && steps[i + 1] ? steps[i + 1]![0] : from + 1,
    increment: raise,
  }));

/** The auction by the rules under test, as the server applies them, bid by bid. */
function replay({ sealed, start_bid, steps, extension, attempts }: Sale) {
  const auction: Bidding = {
    start_dt: 0,
    end_dt: LENGTH * 60_000,
    hidden_bids: sealed,
    start_bid,
    bid_increments: ladder(steps),
    extension_minutes: extension,
    highest_bid: null,
  };
  const own = new Map<number, number>();
  const accepted: Accepted[] = [];
  let now = 0;
  for (const { station, amount, wait } of attempts) {
    now += wait * 60_000;
    const verdict = decideBid(auction, own.get(station) ?? null, amount, now);
    if (!verdict.accepted) continue;
    accepted.push({ station, amount, at: now / 60_000 });
    own.set(station, amount);
    auction.highest_bid = Math.max(auction.highest_bid ?? 0, amount);
    auction.end_dt = verdict.end_dt;
  }
  return { accepted, end: auction.end_dt / 60_000 };
}

/** A simple, slow model of the same auction from the rules, which stores only the bids. */
function plainModel({ sealed, start_bid, steps, extension, attempts }: Sale) {
  const accepted: Accepted[] = [];
  let end = LENGTH;
  let now = 0;
  for (const { station, amount, wait } of attempts) {
    now += wait;
    if (now >= end) continue;
    const toBeat = accepted.filter((bid) => !sealed || bid.station === station);
    const highest = toBeat.map((bid) => bid.amount).sort((a, b) => b - a)[0];
    const enough =
      highest === undefined
        ? amount >= 1 && amount >= start_bid
        : amount - highest >= (steps.filter(([from]) => from <= highest).at(-1)?.[1] ?? 1);
    if (!enough) continue;
    accepted.push({ station, amount, at: now });
    if (end - now <= extension) end = now + extension;
  }
  return { accepted, end };
}

test('BID-7 any sequence of bids follows the model', () => {
  fc.assert(
    fc.property(sale, (any) => assert.deepEqual(replay(any), plainModel(any))),
    { numRuns: 2000 },
  );
});

test('BID-7 accepted bids rise strictly: of all when open, of each station when sealed', () => {
  fc.assert(
    fc.property(sale, (any) => {
      const last = new Map<number, number>();
      for (const { station, amount } of replay(any).accepted) {
        const row = any.sealed ? station : 0;
        assert.ok(amount > (last.get(row) ?? 0));
        last.set(row, amount);
      }
    }),
    { numRuns: 1000 },
  );
});

test('BID-7 equal bids: the second is refused in an open auction and accepted in a sealed one', () => {
  const attempts = [
    { station: 1, amount: 50, wait: 1 },
    { station: 2, amount: 50, wait: 0 },
    { station: 1, amount: 50, wait: 1 },
  ];
  const both = { start_bid: 10, steps: [], extension: 0, attempts } satisfies Partial<Sale>;
  const stations = (sealed: boolean) =>
    replay({ ...both, sealed }).accepted.map(({ station }) => station);
  assert.deepEqual(stations(false), [1]);
  assert.deepEqual(stations(true), [1, 2]);
});

test('BID-5 nothing is accepted at or after the end, however often it moved', () => {
  fc.assert(
    fc.property(sale, (any) => {
      const { accepted, end } = replay(any);
      assert.ok(end >= LENGTH);
      for (const { at } of accepted) assert.ok(at < end);
    }),
    { numRuns: 500 },
  );
});
