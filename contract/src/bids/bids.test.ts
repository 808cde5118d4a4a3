import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField } from '../errors.ts';
import { selectWinner } from '../sale-calls/sales.ts';
import { placeBid } from './bids.ts';

const messagesOf = (body: unknown) => {
  const { error } = z.safeParse(placeBid.body, body);
  return error && messagesByField(error);
};

test('API-3 a bid that is not a whole number of kronor is refused in Swedish', () => {
  const whole = 'Ange budet i hela kronor, till exempel 49 000';
  const refused: [bid: unknown, sentence: string][] = [
    [0, 'Budet måste vara minst 1 kr.'],
    [-1, 'Budet måste vara minst 1 kr.'],
    [1_000_000_000, 'Budet får vara högst 999 999 999 kr.'],
    [10 ** 12, 'Budet får vara högst 999 999 999 kr.'],
    [1.5, whole],
    [0.1, whole],
    ['1000', whole],
    ['', whole],
    [true, whole],
    [['900'], whole],
    [[900], whole],
    [{}, whole],
    [{ valueOf: 900 }, whole],
    [Number.NaN, whole],
    [Number.POSITIVE_INFINITY, whole],
    [900n, whole],
  ];
  for (const [bid, sentence] of refused)
    assert.deepEqual(messagesOf({ bid }), { bid: [sentence] }, String(bid));
});

test('BID-1 a missing bid is refused with «Du måste ange ett bud»', () => {
  for (const body of [{}, { bid: null }, { bid: undefined }, { has_accepted_terms: true }])
    assert.deepEqual(messagesOf(body), { bid: ['Du måste ange ett bud'] });
});

test('API-3 nothing in a bid is coerced, and unknown fields are ignored', () => {
  assert.deepEqual(z.parse(placeBid.body, { bid: 1, station: 7 }), { bid: 1 });
  assert.deepEqual(z.parse(placeBid.body, { bid: 999_999_999, has_accepted_terms: true }), {
    bid: 999_999_999,
    has_accepted_terms: true,
  });
  for (const has_accepted_terms of ['true', 1, 'on'])
    assert.deepEqual(messagesOf({ bid: 5, has_accepted_terms }), {
      has_accepted_terms: ['Ogiltigt värde.'],
    });
});

test('API-3 a body that is not an object is refused as a whole', () => {
  for (const body of [null, undefined, 900, '900', [900], true])
    assert.deepEqual(Object.keys(messagesOf(body) ?? {}), ['detail'], String(body));
});

test('AUC-8 the reason for a winner is optional text', () => {
  assert.deepEqual(z.parse(selectWinner.body, {}), {});
  assert.deepEqual(z.parse(selectWinner.body, { reason: ' Återkallat bud ' }), {
    reason: 'Återkallat bud',
  });
  assert.equal(z.safeParse(selectWinner.body, { reason: 5 }).success, false);
  assert.equal(z.safeParse(selectWinner.body, { reason: 'x'.repeat(1001) }).success, false);
  assert.equal(z.safeParse(selectWinner.body, { reason: 'a\u0000b' }).success, false);
});
