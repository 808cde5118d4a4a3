import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { renderReport } from './render-report.ts';
import { compare, limit, plot } from './results.ts';
import { makeScale } from './scale.ts';
import { readStored, type Stored, store } from './stored-results.ts';

const RUN = {
  measured_at: '2026-11-22T23:00:00.000Z',
  commit: 'abc1234',
  processors: 2,
  load: 0.4,
};

/** The list by manufacturer at two sizes, of which the larger misses its goal or not. */
function lists(largest: number): Stored[] {
  const of = (size: number, page: number) => {
    const result = compare(`list of ${size} by <x>`, 'ms', [page, page + 2, page + 1], [2, 2, 2], {
      atMost: 4,
    });
    return { ...plot(result, 'list-orders', 'by <x>', size), row: 'lists', run: RUN };
  };
  return [of(1_000, 3), of(1_000_000, largest)];
}

const reportOf = (results: Stored[]) => renderReport(results).get('README.md')!;

test('a ratio is the median of the rounds, not of the medians', () => {
  const result = compare('x', 'ms', [1, 10, 100], [1, 5, 1], { atMost: 2 });
  assert.equal(result.ratio, 2);
  assert.deepEqual(result.ratio_spread, [1, 100]);
  assert.equal(result.pass, true);
  assert.equal(limit('y', 'points', 99, { atLeast: 100 }).pass, false);
});

test('a run replaces the figures that it measured, and keeps the rest with their dates', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'restvarde-report-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'results.json');
  assert.deepEqual(readStored(file), []);
  store('start', RUN, [limit('a', 's', 1, 2), limit('b', 's', 1, 2)], file);
  store('start', { ...RUN, commit: 'def5678' }, [limit('b', 's', 3, 2)], file);
  const kept = readStored(file).map(({ name, value, run }) => [name, value, run.commit]);
  assert.deepEqual(kept, [
    ['a', 1, 'abc1234'],
    ['b', 3, 'def5678'],
  ]);
});

test('the report tells goals met and missed, when and on what they were measured', () => {
  const met = reportOf(lists(5));
  assert.match(met, /1 of 1 goals are met\.\n/);
  assert.match(met, /Measured 22 November 2026, commit abc1234, 2 processors, load 0\.4\./);
  assert.match(
    met,
    /\| list of 1000000 by <x> \| 6 ms \(5–7\) \| 2 ms \(2–2\) \| 3 \(2\.5–3\.5\) \| ≤ 4 × \| met \|/,
  );
  // The table has the largest size of what is drawn.
  assert.doesNotMatch(met, /list of 1000 by/);
  const missed = reportOf(lists(50));
  assert.match(missed, /0 of 1 goals are met\. Missed:/);
  assert.match(missed, /\| list of 1000000 by <x> .* \| \*\*MISSED\*\*/);
});

test('a chart has the figures of both lines at each size, and is legible on dark ground', () => {
  const files = renderReport(lists(5));
  assert.deepEqual([...files.keys()], ['README.md', 'charts/list-orders.svg']);
  assert.match(files.get('README.md')!, /!\[.+\]\(charts\/list-orders\.svg\)/);
  const svg = files.get('charts/list-orders.svg')!;
  assert.match(svg, /prefers-color-scheme: dark/);
  assert.match(svg, /by &lt;x&gt;, ms/);
  assert.equal(svg.match(/<circle class="measured"/g)?.length, 2);
  assert.equal(svg.match(/<circle class="baseline"/g)?.length, 2);
  assert.match(svg, />1k</);
  assert.match(svg, />1M</);
  assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
});

test('all that is measured has room on its scale', () => {
  const zero = makeScale('zero', [0, 37]);
  assert.deepEqual(zero.steps, [0, 10, 20, 30, 40]);
  assert.equal(zero.place(20), 0.5);
  const log = makeScale('log', [0.4, 250]);
  assert.deepEqual(log.steps, [0.1, 1, 10, 100, 1000]);
  assert.equal(log.place(10), 0.5);
});
