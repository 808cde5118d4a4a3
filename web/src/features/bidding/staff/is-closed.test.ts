import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isClosed } from './is-closed.ts';

const end_dt = '2026-11-20T14:00:00.000Z';
const end = Date.parse(end_dt);

test('AUC-6, AUC-11 the result is final at once after an early end, otherwise a moment after the end', () => {
  assert.equal(isClosed({ cancelled: true, end_dt }, end), true);
  assert.equal(isClosed({ cancelled: false, end_dt }, end), false);
  assert.equal(isClosed({ cancelled: false, end_dt }, end + 5_000), false);
  assert.equal(isClosed({ cancelled: false, end_dt }, end + 5_001), true);
});
