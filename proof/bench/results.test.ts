import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keep, writeReport } from './report.ts';
import { compare, limit, worst } from './results.ts';

const RUN = { day: '2026-11-22', commit: 'abc1234', processors: 2, load: 0.4 };

test('a ratio is the median of the ratios of the rounds', () => {
  const result = compare('x', 'ms', [1, 10, 100], [1, 5, 1], { atMost: 2 });
  assert.equal(result.ratio, 2);
  assert.equal(result.isMet, true);
  assert.equal(compare('x', 'ms', [1, 10, 100], [1, 5, 1], { atMost: 1.9 }).isMet, false);
  assert.equal(compare('x', 'calls/s', [9], [10], { atLeast: 0.95 }).isMet, false);
});

test('a constant may be allowed on top of a ratio', () => {
  const goal = { atMost: 1.5, plus: 3 };
  assert.equal(compare('x', 'ms', [6], [2], goal).isMet, true);
  assert.equal(compare('x', 'ms', [6.1], [2], goal).isMet, false);
});

test('the worst of several results meets its goal only if all do', () => {
  const { name, value, isMet } = worst('all', [limit('a', 'ms', [5], 4), limit('b', 'ms', [3], 4)]);
  assert.deepEqual({ name, value, isMet }, { name: 'all; slowest: a', value: 5, isMet: false });
});

test('a run replaces the results that it measured, and the report has all', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'restvarde-report-'));
  t.after(() => rmSync(folder, { recursive: true }));
  keep('start', RUN, [limit('a', 's', [1], 2), limit('b', 's', [1], 2)], folder);
  keep('start', { ...RUN, commit: 'def5678' }, [limit('b', 's', [3], 2)], folder);
  writeReport(folder);
  const report = readFileSync(join(folder, 'README.md'), 'utf8');
  assert.match(report, /1 of 2 goals are met\./);
  assert.match(report, /Measured 2026-11-22, commit abc1234.*commit def5678/);
  assert.match(report, /\| a \| 1 s \| – \| – \| ≤ 2 s \| met \|/);
  assert.match(report, /\| b \| 3 s \| – \| – \| ≤ 2 s \| MISSED \|/);
});
