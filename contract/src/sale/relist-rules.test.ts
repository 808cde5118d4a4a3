import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endInDays, relistPrices } from './relist-rules.ts';

test('RELIST-6 prices are rounded down to kronor, and the reserve is never below the start', () => {
  const prices = (
    start_bid: number,
    reserve: number | null,
    start: number,
    percent: number | null,
  ) =>
    Object.values(
      relistPrices(
        { start_bid, reservation_price: reserve },
        { relist_start_bid_percent: start, relist_reservation_percent: percent },
      ),
    );
  assert.deepEqual(prices(10_001, 20_001, 50, 50), [5_000, 10_000]);
  assert.deepEqual(prices(10_001, 20_001, 50, null), [5_000, null], 'no reserve wanted');
  assert.deepEqual(prices(10_001, null, 50, 50), [5_000, null], 'none there was');
  assert.deepEqual(prices(10_000, 12_000, 90, 10), [9_000, 9_000]);
  assert.deepEqual(prices(10_000, 12_000, 0, 0), [0, 0]);
  assert.deepEqual(prices(999_999_999, 999_999_999, 100, 100), [999_999_999, 999_999_999]);
});

test('RELIST-2 the new auction ends the given number of days from today at the given time, or a day later if that time has passed', () => {
  const at = new Date('2026-03-28T11:30:00Z'); // 12:30 in Stockholm, the day before the clocks change.
  assert.equal(endInDays(1, '14:00', at), '2026-03-29T14:00');
  assert.equal(endInDays(0, '14:00', at), '2026-03-28T14:00');
  assert.equal(endInDays(0, '12:30', at), '2026-03-29T12:30');
});
