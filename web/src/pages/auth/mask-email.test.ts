import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskEmail } from './mask-email.ts';

test('AUTH-3 the code page shows only the first letter of the email address', () => {
  assert.equal(maskEmail('anna.lind@bolag.se'), 'a***@bolag.se');
  assert.equal(maskEmail('å@bolag.se'), 'å***@bolag.se');
});
