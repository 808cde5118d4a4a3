import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServerClock } from './server-clock.ts';

const AHEAD = 90_432;

/** A reply from a server whose clock is AHEAD of the device's, with the time truncated to whole seconds. */
const reply = (sent_ms: number, way: number, back: number) => ({
  sent_ms,
  received_ms: sent_ms + way + back,
  server_ms: Math.floor((sent_ms + way + AHEAD) / 1000) * 1000,
  precision: 1000,
});

test('BID-11 the clock converges on the server’s time though replies have whole seconds only', () => {
  let device = 1_000_000;
  const clock = createServerClock(() => device);
  for (let sent = 0; sent < 40; sent++) clock.correct(reply(device + sent * 1337, 30, 45));
  device = 2_000_000;
  assert.ok(Math.abs(clock.now() - (device + AHEAD)) <= 60);
});

test('BID-11 an exact server time is accurate within the round trip', () => {
  const clock = createServerClock(() => 5_000);
  clock.correct({ sent_ms: 4_900, received_ms: 5_000, server_ms: 4_960 + AHEAD, precision: 0 });
  assert.ok(Math.abs(clock.now() - (5_000 + AHEAD)) <= 50);
});

test('BID-11 after a clock change only the last reply counts', () => {
  const clock = createServerClock(() => 10_000);
  clock.correct({ sent_ms: 9_000, received_ms: 9_010, server_ms: 9_000, precision: 0 });
  clock.correct({ sent_ms: 9_000, received_ms: 9_010, server_ms: 69_000, precision: 0 });
  assert.ok(Math.abs(clock.now() - 70_000) <= 10);
});

test('BID-11 a reply without a readable time changes nothing', () => {
  const clock = createServerClock(() => 10_000);
  clock.correct({ sent_ms: 1, received_ms: 2, server_ms: Number.NaN, precision: 1000 });
  assert.equal(clock.now(), 10_000);
});
