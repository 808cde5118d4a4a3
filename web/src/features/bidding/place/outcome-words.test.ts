import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlacedBid } from '@restvarde/contract/bids/bids';
import { isStillTrue, outcomeSentences, outcomeTitle } from './outcome-words.ts';

const placed: PlacedBid = {
  bid: 49_000,
  outcome: 'leading',
  extended: false,
  end_dt: '2026-11-20T13:33:00.000Z',
  highest_bid: 49_000,
  bid_count: 8,
  minimum_allowed_bid: 49_500,
  my_bid: 49_000,
  standing_at: '2026-11-20T13:00:00.000Z',
};

test('BID-1 an accepted bid is explained', () => {
  assert.deepEqual(outcomeSentences(placed), ['Du leder med 49\u00a0000\u00a0kr.']);
  assert.match(outcomeSentences({ ...placed, outcome: 'below_reserve' })[0]!, /reservationspriset/);
  assert.match(
    outcomeSentences({ ...placed, outcome: 'outbid', highest_bid: 50_000 })[0]!,
    /strax efter kom ett bud på 50\u00a0000\u00a0kr/,
  );
});

test('AUC-13 a sealed bid is explained without mention of others', () => {
  const sealed = { ...placed, outcome: 'sealed', highest_bid: null, bid_count: null } as const;
  assert.deepEqual(outcomeSentences(sealed), [
    'Ditt bud på 49\u00a0000\u00a0kr är lagt. Buden är dolda för andra verkstäder.',
  ]);
});

test('BID-11 a late bid that moved the end is explained', () => {
  assert.equal(
    outcomeSentences({ ...placed, extended: true })[1],
    'Auktionen förlängdes till 14:33.',
  );
});

test('BID-11 the notice is removed when another bid makes it untrue', () => {
  const auction = { my_bid: 49_000, highest_bid: 49_000, is_active: true };
  assert.equal(isStillTrue(placed, auction), true);
  assert.equal(isStillTrue(placed, { ...auction, highest_bid: 50_000 }), false);
  assert.equal(isStillTrue(placed, { ...auction, my_bid: null }), false);
  assert.equal(isStillTrue(placed, { ...auction, is_active: false }), false);
});

test('AUTO-7, AUTO-13 a maximum is explained by the leading bid and its limit', () => {
  const max = { max_bid: 60_000, state: 'live', placed: 49_000 } as const;
  assert.deepEqual(outcomeSentences({ ...placed, max }), [
    'Du leder med 49\u00a0000\u00a0kr.',
    'Vi bjuder åt dig, upp till 60\u00a0000\u00a0kr.',
  ]);
  assert.equal(outcomeTitle({ ...placed, max }), 'Maxbudet är sparat');
  const used = { max_bid: 49_000, state: 'used', placed: 49_000 } as const;
  assert.equal(outcomeSentences({ ...placed, max: used })[1], 'Hela maxbudet är lagt.');
});
