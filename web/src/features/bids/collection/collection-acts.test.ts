import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectionActs } from './collection-acts.ts';

const free = { state: 'awaiting' as const, storage_days: 0, waived_days: 0 };

test('PICK-6 owed storage days can be waived, and waived days changed', () => {
  assert.deepEqual(collectionActs(free), ['hand over', 'payment', 'undo']);
  for (const costs of [{ storage_days: 2 }, { waived_days: 2 }]) {
    assert.ok(collectionActs({ ...free, state: 'booked', ...costs }).includes('waive'));
  }
});

test('PICK-1 a collection that is handed over or cancelled has no actions', () => {
  for (const state of ['handed_over', 'undone'] as const) {
    assert.deepEqual(collectionActs({ state, storage_days: 2, waived_days: 1 }), []);
  }
});
