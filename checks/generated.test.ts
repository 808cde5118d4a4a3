import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStale } from './generated.ts';
import { plantTree } from './made-up-tree.ts';

const printed = { file: 'made.ts', command: ['print.ts'], renew: 'npm run make' };

test('a generated file is fresh when its command prints the same', (t) => {
  const tree = plantTree(t, { 'print.ts': `process.stdout.write('åäö');`, 'made.ts': 'åäö' });
  assert.equal(findStale(tree, printed), null);
});

test('a stale, a missing and an unmakeable file are told apart', (t) => {
  const print = `process.stdout.write('new');`;
  const stale = plantTree(t, { 'print.ts': print, 'made.ts': 'old' });
  assert.equal(findStale(stale, printed), 'made.ts is stale: npm run make');
  const missing = plantTree(t, { 'print.ts': print });
  assert.equal(findStale(missing, printed), 'made.ts is missing: npm run make');
  const failing = plantTree(t, { 'print.ts': `throw new Error('no database');`, 'made.ts': '' });
  assert.match(findStale(failing, printed) ?? '', /its command failed[\s\S]*no database/);
});
