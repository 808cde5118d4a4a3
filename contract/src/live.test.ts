import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { type LiveMessage, liveHello, liveMessage } from './live.ts';

const message: LiveMessage = {
  auction_id: 7,
  bid: 12_500,
  min_bid: 13_000,
  end_dt: '2026-11-02T12:00:00.000Z',
  at: '2026-11-01T12:00:00.000Z',
  bid_count: 3,
  closed: false,
};

const passes = (value: unknown) => z.safeParse(liveMessage, value).success;

test('LIVE-3 a message that lacks a key is not read', () => {
  assert.equal(passes(message), true);
  for (const key of Object.keys(message)) {
    const { [key as keyof LiveMessage]: _, ...rest } = message;
    assert.equal(passes(rest), false, key);
  }
  for (const other of [null, 'text', [], {}, 7]) assert.equal(passes(other), false);
});

test('LIVE-3 null means hidden, and passes', () => {
  assert.deepEqual(z.parse(liveMessage, { ...message, bid: null, bid_count: null }), {
    ...message,
    bid: null,
    bid_count: null,
  });
  assert.equal(z.parse(liveMessage, { ...message, my_bid: null }).my_bid, null);
});

test('LIVE-3 a message has the station’s own bid only if it changed', () => {
  assert.equal('my_bid' in z.parse(liveMessage, message), false);
  assert.equal(z.parse(liveMessage, { ...message, my_bid: 900 }).my_bid, 900);
});

test('LIVE-1 a message with wrong types is not read, and unknown keys are dropped', () => {
  assert.equal(passes({ ...message, bid: '12500' }), false);
  assert.equal(passes({ ...message, min_bid: null }), false);
  assert.equal(passes({ ...message, closed: 0 }), false);
  assert.deepEqual(z.parse(liveMessage, { ...message, more: 1 }), message);
});

test('LIVE-1 the client opens with its token', () => {
  assert.equal(z.safeParse(liveHello, { token: 'abc' }).success, true);
  for (const other of [{}, { token: null }, { token: 5 }, 'abc', null])
    assert.equal(z.safeParse(liveHello, other).success, false);
});
