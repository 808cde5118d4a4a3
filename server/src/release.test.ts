import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNewer } from './release.ts';

test('OPS-8 the first number that differs decides which version is newer', () => {
  assert.ok(isNewer('0.2.0', '0.1.9'));
  assert.ok(isNewer('0.10.0', '0.9.0'));
  assert.ok(!isNewer('0.9.0', '0.10.0'));
  assert.ok(!isNewer('1.2.3', '1.2.3'));
});
