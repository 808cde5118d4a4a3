import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsOf, readBid } from './read-bid.ts';

const needs = (minimum_allowed_bid: number) =>
  needsOf({ minimum_allowed_bid, highest_bid: null, my_bid: null }, false);

test('BID-1 a missing or invalid amount gives its message', () => {
  assert.equal(readBid('  ', needs(1)).fault, 'Du måste ange ett bud');
  for (const written of ['12300,50', '12,300', '1 00', 'tusen', '-5', '1e5']) {
    assert.match(readBid(written, needs(1)).fault ?? '', /^Ange budet i hela kronor/, written);
  }
});

test('BID-3 a bid below the minimum gives a message with the minimum', () => {
  assert.equal(
    readBid('48 999', needs(49_000)).fault,
    'Budet måste vara minst 49\u00a0000\u00a0kr.',
  );
});

test('BID-9 an amount is parsed as typed, and never corrected', () => {
  for (const written of ['49000', '49 000', '49\u00a0000 kr', '49.000', '49 000:-']) {
    assert.equal(readBid(written, needs(49_000)).amount, 49_000, written);
  }
  assert.equal(readBid('4000', needs(49_000)).amount, undefined);
});

test('AUTO-2, AUTO-5 a maximum is at least the minimum bid, and the leader’s is above its own bid', () => {
  const auction = { minimum_allowed_bid: 49_000, highest_bid: 48_500, my_bid: null };
  const rival = needsOf(auction, true);
  assert.equal(readBid('', rival).fault, 'Du måste ange ett maxbud');
  assert.equal(readBid('48 999', rival).fault, 'Budet måste vara minst 49\u00a0000\u00a0kr.');
  const leader = needsOf({ ...auction, my_bid: 48_500 }, true);
  assert.equal(
    readBid('48 500', leader).fault,
    'Maxbudet måste vara högre än ditt bud 48\u00a0500\u00a0kr.',
  );
  assert.equal(readBid('48 501', leader).amount, 48_501);
});
