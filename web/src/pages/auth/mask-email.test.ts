import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskEmail } from './mask-email.ts';

test('AUTH-3 the page that asks for the code shows one letter of the address it went to', () => {
  assert.equal(maskEmail('anna.lind@bolag.se'), 'a***@bolag.se');
  assert.equal(maskEmail('å@bolag.se'), 'å***@bolag.se');
});
