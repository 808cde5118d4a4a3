import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFaults } from './list-faults.ts';

test('FORM-6 faults within rows are listed by their path, and each sentence once', () => {
  const wrong = (message: string) => ({ type: 'rule', message });
  const rows = [undefined, { min_price: wrong('A'), max_price: wrong('B') }];
  assert.deepEqual(listFaults({ name: wrong('C'), rows, other: wrong('C') } as never), [
    { name: 'name', message: 'C' },
    { name: 'rows.1.min_price', message: 'A' },
    { name: 'rows.1.max_price', message: 'B' },
  ]);
});
