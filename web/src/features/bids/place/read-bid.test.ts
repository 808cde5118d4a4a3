import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBid } from './read-bid.ts';

test('BID-1 a missing or invalid amount gives its message', () => {
  assert.equal(readBid('  ', 1).fault, 'Du måste ange ett bud');
  for (const written of ['12300,50', '12,300', '1 00', 'tusen', '-5', '1e5']) {
    assert.match(readBid(written, 1).fault ?? '', /^Ange budet i hela kronor/, written);
  }
});

test('BID-3 a bid below the minimum gives a message with the minimum', () => {
  assert.equal(readBid('48 999', 49_000).fault, 'Budet måste vara minst 49\u00a0000\u00a0kr.');
});

test('BID-9 an amount is parsed as typed, and never corrected', () => {
  for (const written of ['49000', '49 000', '49\u00a0000 kr', '49.000', '49 000:-']) {
    assert.equal(readBid(written, 49_000).amount, 49_000, written);
  }
  assert.equal(readBid('4000', 49_000).amount, undefined);
});
