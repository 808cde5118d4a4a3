import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { incrementAt, STARTING_LADDER } from './bid-rules.ts';
import {
  type ModelAct,
  type ModelRules,
  type ModelState,
  play,
  topOf,
  UNTOUCHED,
} from './max-bid-model.ts';
import {
  type AutoBidding,
  decideTop,
  MAX_WAS_EARLIER,
  maxTooLow,
  maxWasEarlier,
} from './max-bid-rules.ts';

const MINUTE_MS = 60_000;
const END = 1_000 * MINUTE_MS;
const [A, B, C] = [1, 2, 3];

const bidding = (of: Partial<AutoBidding> = {}): AutoBidding => ({
  start_dt: 0,
  end_dt: END,
  hidden_bids: false,
  start_bid: 10_000,
  bid_increments: STARTING_LADDER,
  extension_minutes: 3,
  highest_bid: null,
  reservation_price: null,
  leader: null,
  leader_max_bid: null,
  ...of,
});

/** An auction that applies the rules under test to each bid and maximum, as the bid desk does. */
function open(rules: ModelRules) {
  let state: ModelState = UNTOUCHED;
  const auction = bidding({
    start_bid: rules.start_bid,
    bid_increments: rules.ladder,
    reservation_price: rules.reserve,
  });
  const updateLeader = () => {
    const top = topOf(state);
    auction.highest_bid = top?.amount ?? null;
    auction.leader = top?.station ?? null;
    auction.leader_max_bid = (top && state.max_bids.get(top.station)) ?? null;
  };
  return {
    get state() {
      return state;
    },
    /** Applies an act that the rules under test do not decide (a removal), as the model does. */
    applyByModel(act: ModelAct) {
      state = play(rules, state, act).state;
      updateLeader();
    },
    /** Decides a bid or a maximum, and applies the verdict. */
    decide(station: number, amount: number, is_max: boolean) {
      const before = auction.leader;
      const verdict = decideTop(auction, station, null, { amount, is_max }, 0);
      const bids = [...state.bids];
      const callerAt = verdict.bids.findIndex(({ of }) => of === 'caller');
      for (const bid of verdict.bids) {
        bids.push({
          id: bids.length + 1,
          station: bid.of === 'caller' ? station : before!,
          amount: bid.amount,
          minimum: bid.minimum,
          is_automatic: bid.is_automatic,
          called_by: bid.is_automatic && callerAt >= 0 ? state.bids.length + 1 + callerAt : null,
          is_removed: false,
        });
      }
      const max_bids = new Map(state.max_bids);
      const current = max_bids.get(station);
      if (verdict.accepted && is_max) max_bids.set(station, amount);
      if (verdict.accepted && !is_max && (before !== station || amount >= (current ?? amount)))
        max_bids.delete(station);
      state = { bids, max_bids };
      updateLeader();
      return verdict;
    },
  };
}

const DEFAULTS: ModelRules = { ladder: STARTING_LADDER, start_bid: 10_000, reserve: 0 };

const rowsOf = ({ bids }: ModelState) =>
  bids.filter((bid) => !bid.is_removed).map(({ station, amount }) => [station, amount]);

test('AUTO-14 the five examples of the rule hold', () => {
  const first = () => {
    const auction = open(DEFAULTS);
    auction.decide(A, 20_000, true);
    return auction;
  };
  const one = first();
  assert.deepEqual(rowsOf(one.state), [[A, 10_000]]);
  const second = () => {
    const auction = first();
    auction.decide(B, 12_000, false);
    return auction;
  };
  assert.deepEqual(rowsOf(second().state).slice(1), [
    [B, 12_000],
    [A, 12_500],
  ]);
  const third = second();
  const equal = third.decide(C, 20_000, true);
  assert.deepEqual(rowsOf(third.state).slice(3), [[A, 20_000]]);
  assert.deepEqual(
    [equal.accepted, !equal.accepted && equal.sentence, !equal.accepted && equal.code],
    [false, maxWasEarlier(20_500), 'max_was_earlier'],
  );
  const higher = second();
  higher.decide(C, 25_000, true);
  assert.deepEqual(rowsOf(higher.state).slice(3), [
    [A, 20_000],
    [C, 20_500],
  ]);
  const direct = second();
  direct.decide(C, 20_200, false);
  assert.deepEqual(rowsOf(direct.state).slice(3), [
    [A, 20_000],
    [C, 20_200],
  ]);
});

test('AUTO-14 the examples of the rule with a reserve hold', () => {
  const auction = open({ ...DEFAULTS, reserve: 18_000 });
  auction.decide(A, 15_000, true);
  auction.decide(B, 30_000, true);
  assert.deepEqual(rowsOf(auction.state), [
    [A, 15_000],
    [B, 18_000],
  ]);
  const low = auction.decide(B, 18_000, true);
  assert.equal(!low.accepted && low.sentence, maxTooLow(18_000));
  assert.deepEqual(auction.decide(B, 18_001, true).bids, []);
  assert.equal(maxTooLow(18_000), 'Maxbudet måste vara högre än ditt bud 18\u00a0000\u00a0kr.');
});

test('AUTO-6 an automatic bid extends the end, even if the bid that caused it is refused; a refusal without one does not', () => {
  const late = END - MINUTE_MS;
  const led = bidding({ highest_bid: 10_000, leader: A, leader_max_bid: 20_000 });
  const end = (amount: number, is_max: boolean, station = B) =>
    decideTop(led, station, null, { amount, is_max }, late).end_dt;
  for (const amount of [12_000, 20_000, 25_000]) {
    for (const is_max of [false, true]) assert.equal(end(amount, is_max), END + 2 * MINUTE_MS);
  }
  assert.equal(end(10_000, true), END);
  assert.equal(end(30_000, true, A), END, 'a leader that changes its maximum only');
});

test('AUTO-2 after the end any maximum is refused, also the leader’s', () => {
  const led = bidding({ highest_bid: 10_000, leader: A, leader_max_bid: 20_000 });
  for (const station of [A, B]) {
    const verdict = decideTop(led, station, null, { amount: 30_000, is_max: true }, END);
    assert.deepEqual(verdict.accepted ? null : verdict.sentence, 'Auktionen är avslutad.');
  }
});

const anyRules: fc.Arbitrary<ModelRules> = fc.record({
  start_bid: fc.nat(30),
  reserve: fc.oneof(fc.constant(0), fc.nat(120)),
  ladder: fc
    .uniqueArray(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 9 })), {
      maxLength: 4,
      selector: ([from]) => from,
    })
    .map((steps) =>
      steps.map(([from, raise]) => ({ min_price: from, max_price: from + 1, increment: raise })),
    ),
});
const anyStation = fc.integer({ min: 1, max: 4 });
const anyAct: fc.Arbitrary<ModelAct> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('max' as const),
      station: anyStation,
      amount: fc.integer({ min: 1, max: 130 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('bid' as const),
      station: anyStation,
      amount: fc.integer({ min: 1, max: 130 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('take back' as const), station: anyStation }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('remove' as const),
      bid: fc.integer({ min: 1, max: 20 }),
    }),
  },
);

test('AUTO-14 any sequence of bids and maximums follows the model', () => {
  fc.assert(
    fc.property(anyRules, fc.array(anyAct, { maxLength: 40 }), (given, acts) => {
      const auction = open(given);
      let model = UNTOUCHED;
      for (const one of acts) {
        const expected = play(given, model, one);
        model = expected.state;
        if (one.type === 'bid' || one.type === 'max') {
          const verdict = auction.decide(one.station, one.amount, one.type === 'max');
          const { status, minimum, was_earlier } = expected.answer;
          assert.equal(verdict.accepted, status !== 400);
          if (!verdict.accepted)
            assert.deepEqual(
              [verdict.minimum, verdict.code !== undefined],
              [minimum, was_earlier === true],
            );
          assert.ok(verdict.bids.length <= 2);
        } else auction.applyByModel(one);
        assert.deepEqual(auction.state, model);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('AUTO-14 ids and amounts rise together, and no bid placed for a maximum is above it', () => {
  fc.assert(
    fc.property(anyRules, fc.array(anyAct, { maxLength: 40 }), (given, acts) => {
      let state = UNTOUCHED;
      for (const one of acts) {
        const before = state;
        const { state: next, answer } = play(given, state, one);
        state = next;
        const left = state.bids.filter((bid) => !bid.is_removed);
        for (const [n, bid] of left.entries()) {
          assert.ok(bid.amount > (left[n - 1]?.amount ?? 0), JSON.stringify(left));
          assert.ok(bid.amount >= bid.minimum);
        }
        for (const bid of state.bids.slice(before.bids.length)) {
          if (bid.is_automatic) assert.ok(bid.amount <= before.max_bids.get(bid.station)!);
          else if (one.type === 'max') assert.ok(bid.amount <= one.amount);
        }
        if (answer.status === 400 && !answer.was_earlier) assert.deepEqual(state, before);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('AUTO-14 with maximums only, the price is one increment above the second highest, and the earlier of two equal ones leads', () => {
  /** Sorts the increments, so that a higher interval never has a lower one. */
  const withRisingIncrements = (given: ModelRules): ModelRules => {
    const raises = given.ladder.map(({ increment }) => increment).sort((a, b) => a - b);
    const from = given.ladder.toSorted((a, b) => a.min_price - b.min_price);
    return {
      ...given,
      reserve: 0,
      ladder: from.map((one, n) => ({ ...one, increment: raises[n]! })),
    };
  };
  fc.assert(
    fc.property(
      anyRules.map(withRisingIncrements),
      fc.uniqueArray(fc.tuple(anyStation, fc.integer({ min: 30, max: 200 })), {
        minLength: 2,
        maxLength: 4,
        selector: ([who]) => who,
      }),
      (given, maximums) => {
        const auction = open(given);
        const counted = maximums.filter(([who, amount]) => {
          const verdict = auction.decide(who, amount, true);
          return verdict.accepted || verdict.code === MAX_WAS_EARLIER;
        });
        // Sorting is stable: the earlier of equals is first.
        const [first, second] = counted.toSorted(([, a], [, b]) => b - a);
        const least = second
          ? second[1] + incrementAt(given.ladder, second[1])
          : Math.max(1, given.start_bid);
        const top = topOf(auction.state);
        assert.deepEqual([top!.station, top!.amount], [first![0], Math.min(first![1], least)]);
      },
    ),
    { numRuns: 2_000 },
  );
});
