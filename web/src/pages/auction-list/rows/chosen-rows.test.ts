import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CHOSEN } from '@restvarde/contract/auctions/move-ends';
import { NONE_CHOSEN, pressAll, pressRow } from './chosen-rows.ts';

const shown = [9, 7, 5, 3, 1];
const idsOf = ({ ids }: { ids: ReadonlySet<number> }) => [...ids];

test('LIST-15 rows are selected one by one, or with Shift from the last one in either direction', () => {
  const one = pressRow(NONE_CHOSEN, 7, shown, false);
  assert.deepEqual(idsOf(one), [7]);
  const down = pressRow(one, 3, shown, true);
  assert.deepEqual(idsOf(down), [7, 5, 3]);
  assert.deepEqual(idsOf(pressRow(down, 9, shown, true)), [7, 5, 3, 9]);
  assert.deepEqual(idsOf(pressRow(pressRow(one, 3, shown, false), 9, shown, true)), [7, 3, 9, 5]);
});

test('LIST-15 a press with Shift on a selected row deselects all up to it', () => {
  const three = pressRow(pressRow(NONE_CHOSEN, 7, shown, false), 3, shown, true);
  const two = pressRow({ ...three, last: 7 }, 5, shown, true);
  assert.deepEqual(idsOf(two), [3]);
});

test('LIST-15 one press selects all shown rows, and the next deselects them', () => {
  const all = pressAll(pressRow(NONE_CHOSEN, 7, shown, false), shown);
  assert.deepEqual(idsOf(all), shown);
  assert.deepEqual(idsOf(pressAll(all, shown)), []);
});

test('LIST-15 at most a hundred rows are selected', () => {
  const many = Array.from({ length: 150 }, (_, index) => index);
  assert.equal(pressAll(NONE_CHOSEN, many).ids.size, MAX_CHOSEN);
  const ranged = pressRow(pressRow(NONE_CHOSEN, 0, many, false), 149, many, true);
  assert.equal(ranged.ids.size, MAX_CHOSEN);
});
