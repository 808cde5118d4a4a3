import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followedIds, silentIds } from './followed.ts';

test('STN-6 followed categories are those that are not muted', () => {
  const categories = [1, 2, 3].map((id) => ({ id, name: `K${id}`, is_global: true }));
  const station = { silent_categories: categories.slice(1, 2) };
  assert.deepEqual([...followedIds(categories, station)], [1, 3]);
  assert.deepEqual(silentIds(categories, followedIds(categories, station)), [2]);
  assert.deepEqual(silentIds(categories, new Set()), [1, 2, 3]);
});
