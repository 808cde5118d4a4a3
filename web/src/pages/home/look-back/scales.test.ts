import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundTicks, spreadBars } from './scales.ts';

test('HOME-6 an axis has round ticks up to its largest value', () => {
  for (const [most, ticks] of [
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [7, [0, 2, 4, 6, 8]],
    [13, [0, 5, 10, 15]],
    [100, [0, 20, 40, 60, 80, 100]],
    [1_345_678, [0, 500_000, 1_000_000, 1_500_000]],
  ] as const) {
    const rounded = roundTicks(most, 4).map((tick) => Math.round(tick * 10) / 10);
    assert.deepEqual(rounded, ticks, String(most));
  }
});

test('HOME-6 bars have equal gaps between each other and to the ends of the axis', () => {
  const { start, step, width } = spreadBars(4, 56, 464, 0.25);
  assert.deepEqual([start, step, width], [80, 96, 72]);
  assert.equal(start + 3 * step + width, 464 - 24);
});
