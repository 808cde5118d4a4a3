import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKeys, SHORTCUTS } from './shortcut-list.ts';

test('SHELL-9 a key begins a shortcut, completes one, or is not part of one', () => {
  assert.equal(readKeys('g', SHORTCUTS), 'begun');
  assert.equal(readKeys('x', SHORTCUTS), null);
  assert.equal(readKeys('g x', SHORTCUTS), null);
  const found = readKeys('g a', SHORTCUTS);
  assert.ok(found !== null && found !== 'begun' && 'to' in found);
  assert.equal(found.to, '/auctions');
});

test('SHELL-9 shortcuts are unique, and none is a prefix of another', () => {
  const keys = SHORTCUTS.map((shortcut) => shortcut.keys);
  assert.equal(new Set(keys).size, keys.length);
  for (const one of keys)
    assert.equal(
      keys.some((other) => other.startsWith(`${one} `)),
      false,
    );
});
