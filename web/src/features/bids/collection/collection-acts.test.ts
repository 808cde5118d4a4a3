import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectionActs } from './collection-acts.ts';

const free = { state: 'awaiting' as const, storage_days: 0, waived_days: 0 };

test('PICK-6 days of storage are waived where some are owed, and waived ones are changed', () => {
  assert.deepEqual(collectionActs(free), ['hand over', 'payment', 'undo']);
  for (const costs of [{ storage_days: 2 }, { waived_days: 2 }]) {
    assert.ok(collectionActs({ ...free, state: 'booked', ...costs }).includes('waive'));
  }
});

test('PICK-1 nothing is done with what is handed over or undone', () => {
  for (const state of ['handed_over', 'undone'] as const) {
    assert.deepEqual(collectionActs({ state, storage_days: 2, waived_days: 1 }), []);
  }
});
