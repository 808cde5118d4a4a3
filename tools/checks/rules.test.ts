import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plantTree } from './plant-tree.ts';
import { countProofs, readIds, readRules } from './rules.ts';
import { root } from './source-tree.ts';

const book = '- **BID-4** The increment.\n- **BID-6** A late bid extends.\n- **FMT-1** sv-SE.\n';

test('a title begins with one or more ids', () => {
  assert.deepEqual(readIds('BID-4 the increment'), ['BID-4']);
  assert.deepEqual(readIds('BID-4, BID-6 a late bid'), ['BID-4', 'BID-6']);
  assert.deepEqual(readIds('the increment of BID-4'), []);
});

test('test, it, templates and sub-tests of unit and browser tests count', (t) => {
  const tree = plantTree(t, {
    'SPEC.md': book,
    'contract/src/bids.test.ts': [
      `test('BID-4 the increment', () => {});`,
      `test(\`BID-4, BID-6 late: \${name}\`, async (t) => { await t.test('BID-6 again', () => {}); });`,
      `it("FMT-1 money", () => {});`,
      `text('BID-9 not a test at all');`,
    ].join('\n'),
    'e2e/bids.e2e.ts': `test('BID-6 in the browser', () => {});`,
    'e2e/browser.ts': `test('BID-9 not in a test file', () => {});`,
  });
  const { tests, wrong } = countProofs(tree);
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    [...tests],
    [
      ['BID-4', 2],
      ['BID-6', 3],
      ['FMT-1', 1],
    ],
  );
});

test('a skipped or planned test does not prove its rule, but its id must exist', (t) => {
  const tree = plantTree(t, {
    'SPEC.md': book,
    'server/src/bids/bids.test.ts': `test.skip('BID-4 later', () => {});\ntest.todo('BID-99 later');`,
  });
  const { tests, wrong } = countProofs(tree);
  assert.equal(tests.get('BID-4'), 0);
  assert.match(wrong.join(), /BID-99 is not a rule/);
});

test('an unknown id and a range are reported, and the command exits with 1', (t) => {
  const tree = plantTree(t, {
    'SPEC.md': book,
    'web/src/bids/bids.test.ts': `test('BIDD-4 x', () => {});\ntest('BID-4–6 y', () => {});`,
  });
  const command = join(import.meta.dirname, 'rules.ts');
  const run = spawnSync(process.execPath, [command, tree], { encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /web\/src\/bids\/bids\.test\.ts: BIDD-4 is not a rule/);
  assert.match(run.stderr, /write ids as .*BID-4–6 y/);
});

test('the command lists rules with and without tests and exits with 0', (t) => {
  const tree = plantTree(t, {
    'SPEC.md': book,
    'contract/src/bids.test.ts': `test('BID-6 a late bid', () => {});`,
  });
  const command = join(import.meta.dirname, 'rules.ts');
  const run = spawnSync(process.execPath, [command, tree], { encoding: 'utf8' });
  assert.equal(run.status, 0);
  assert.match(run.stdout, /Proved: 1 of 3 rules\n {2}BID-6 +1\nNot proved yet: 2\n {2}BID-4\n/);
});

test('SPEC.md has each id once and refers only to rules that exist', () => {
  const text = readFileSync(join(root, 'SPEC.md'), 'utf8');
  const rules = readRules(text);
  const chapters = new Set(rules.map((rule) => rule.replace(/-\d+$/, '')));
  assert.equal(new Set(rules).size, rules.length);
  for (const [id = '', chapter = ''] of text.matchAll(/\b([A-Z]+)-\d+\b/g)) {
    if (chapters.has(chapter)) assert.ok(rules.includes(id), `${id} is referred to`);
  }
});
