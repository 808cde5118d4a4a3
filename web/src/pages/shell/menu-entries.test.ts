import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '@restvarde/contract/roles';
import { MAIN_MENU } from './menu-entries.ts';

const titles = (caller: Caller | null) =>
  MAIN_MENU.filter((entry) => entry.may(caller)).map((entry) => entry.title);

test('SHELL-3, ROLE-5 each role sees its own main menu', () => {
  assert.deepEqual(titles({ role: 10, is_superuser: false }), [
    'Auktioner',
    'Mina auktioner',
    'Vunna auktioner',
  ]);
  assert.deepEqual(titles({ role: 10, is_superuser: false, is_staging_area: true }), [
    'Auktioner',
    'Mina auktioner',
    'Vunna auktioner',
    'Utlämningar',
  ]);
  assert.deepEqual(titles({ role: 20, is_superuser: false }), ['Hem', 'Auktioner']);
  for (const admin of [
    { role: 30, is_superuser: false },
    { role: 20, is_superuser: true },
  ] as const) {
    assert.deepEqual(titles(admin), ['Hem', 'Auktioner', 'Verkstäder']);
  }
  assert.deepEqual(titles(null), []);
});
