import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './child.mjs';

test('version managers and npm install the same Node', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal(readFileSync(join(root, '.node-version'), 'utf8').trim(), dependencies.node);
});
