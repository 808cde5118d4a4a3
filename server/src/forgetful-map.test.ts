import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ForgetfulMap } from './forgetful-map.ts';

test('LIMIT-3 a map keyed by callers’ input never exceeds its size', () => {
  const map = new ForgetfulMap<number, number>(3);
  for (let key = 0; key < 3; key++) map.set(key, key);
  map.set(1, 7);
  assert.deepEqual(
    [...map],
    [
      [0, 0],
      [1, 7],
      [2, 2],
    ],
  );
  map.set(3, 3);
  assert.deepEqual([...map], [[3, 3]]);
});
