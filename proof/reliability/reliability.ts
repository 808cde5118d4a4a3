// `npm run reliability -- [row …] [--seed=1] [--long] [--hours=2]`: guarantees under faults and load, tested on real
// nodes and a durable PostgreSQL (docs/reliability.md). Prints each figure beside its goal, writes them to `results.json`,
// and exits with 1 at a violation. With `--long` the rows repeat with other seeds, and the worst of each figure counts.
import { parseArgs } from 'node:util';
import { describeRun, formatTable, keep } from '../bench/report.ts';
import { atMost, type Result, worstOf } from './results.ts';
import { ROWS } from './rows.ts';

/** How long a row runs that may run for any time. */
const SHORT_MINUTES = 1.5;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    hours: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const unknown = positionals.find((name) => !ROWS[name]);
if (unknown) {
  console.error(`There is no row "${unknown}". Rows: ${Object.keys(ROWS).join(', ')}.`);
  process.exit(2);
}
const rows = positionals.length > 0 ? positionals : Object.keys(ROWS);
const until = performance.now() + (values.long ? Number(values.hours) * 3_600_000 : 0);
const { commit, processors } = describeRun();
console.log(`\n  commit ${commit}, ${processors} processors`);
const found = new Map<string, Result[]>(rows.map((row) => [row, []]));
let seed = Number(values.seed);
do {
  for (const row of rows) found.get(row)!.push(...(await run(row, seed)));
  seed++;
} while (performance.now() < until);
for (const [row, all] of found) {
  const results = worstOf(all);
  if (values.long)
    console.log(`\n  ${row}, seeds ${values.seed} to ${seed - 1}\n${formatTable(results)}`);
  keep(row, describeRun(), results, import.meta.dirname);
}
process.exit([...found.values()].flat().every(({ isMet }) => isMet) ? 0 : 1);

async function run(row: string, rowSeed: number): Promise<Result[]> {
  const startedAt = performance.now();
  const minutes = values.long ? Number(values.hours) * 60 : SHORT_MINUTES;
  // A row that throws is a violation; the others run anyway.
  const results = await ROWS[row]!(rowSeed, minutes).catch((error) => {
    console.error(error);
    return [atMost(`${row}: runs that failed`, 1, 0, '')];
  });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`\n  ${row}, seed ${rowSeed}, ${seconds} s, load ${describeRun().load}`);
  console.log(formatTable(results));
  return results;
}
