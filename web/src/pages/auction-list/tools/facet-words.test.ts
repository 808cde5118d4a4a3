import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesOf, showWords } from './facet-words.ts';

test('LIST-18 the button says how many auctions the filters leave', () => {
  assert.equal(showWords({ total: 12, is_capped: false }), 'Visa 12 auktioner');
  assert.equal(showWords({ total: 1, is_capped: false }), 'Visa 1 auktion');
  assert.equal(showWords({ total: 0, is_capped: false }), 'Visa 0 auktioner');
  assert.equal(showWords({ total: 300, is_capped: true }), 'Visa 300+ auktioner');
  assert.equal(showWords({ total: 0, is_capped: true }), 'Visa auktioner');
});

test('LIST-18 a chosen value without auctions stays in the list, in any spelling', () => {
  const facet = [
    { value: 'Mercedes-Benz', count: 2 },
    { value: 'Volvo', count: 12 },
  ];
  const { choices, value } = choicesOf(facet, ['mercedes benz', 'Saab'], false);
  assert.deepEqual(value, ['Mercedes-Benz', 'Saab']);
  assert.deepEqual(
    choices.map(({ label, note }) => `${label} ${note}`),
    ['Mercedes-Benz 2', 'Volvo 12', 'Saab 0'],
  );
  assert.equal(choicesOf(facet, [], true).choices[1]!.note, '12+');
  assert.deepEqual(choicesOf(undefined, ['Saab'], false).value, ['Saab']);
});
