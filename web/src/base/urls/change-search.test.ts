import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSearch } from './change-search.ts';

test('LIST-2 a filter chosen before the last one is rendered does not undo it', () => {
  const shown = { q: 'volvo', category: [1], pages: 3 };
  const first = changeSearch(shown, shown, { q: 'volvo', category: [1], ordering: 'number' });
  assert.deepEqual(first, { ...shown, ordering: 'number', pages: undefined });
  const second = changeSearch(first, shown, { q: 'volvo xc60', category: [1] });
  assert.deepEqual(second, { ...first, q: 'volvo xc60' });
  assert.deepEqual(changeSearch(second, shown, {}), {
    ...second,
    q: undefined,
    category: undefined,
  });
});
