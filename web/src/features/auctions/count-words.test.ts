import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countText } from './count-words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('LIST-13 the list shows its count and total, and never a cap below the count', () => {
  assert.equal(plain(countText(38, false, 38)), '38 auktioner');
  assert.equal(plain(countText(24, true)), 'Visar 24 auktioner, det finns fler');
  assert.equal(plain(countText(24, true, 38)), 'Visar 24 av 38 auktioner');
  assert.equal(plain(countText(24, true, 24)), 'Visar 24 auktioner, det finns fler');
  assert.equal(plain(countText(96, true, 300)), 'Visar 96 av 99+ auktioner');
  assert.equal(plain(countText(144, true, 300)), 'Visar 144 auktioner, det finns fler');
});
