// `npm run reliability -- [row …] [--seed=1] [--long] [--hours=2]`: what must hold whatever fails or floods, tried on the
// real parts of the product, on a durable PostgreSQL of its own (docs/reliability.md). Prints what was found beside its
// goal, and writes it to `proof/reliability/reliability.json`; a breach ends it with 1. With `--long` the rows run again and again, each
// time by another seed, and the worst is what counts.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { atMost, keepResults, printResults, type Result, worstOf } from './results.ts';
import { ROWS } from './rows.ts';

/** Of a row that takes as long as it may. */
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
console.log(`\n  commit ${commit()}, ${cpus().length} processors`);
const runs: Result[][] = [];
let seed = Number(values.seed);
do {
  for (const row of rows) runs.push(await run(row, seed));
  seed++;
} while (performance.now() < until);
const results = worstOf(runs);
if (values.long) {
  console.log(`\n  the worst of ${runs.length} runs, seeds ${values.seed} to ${seed - 1}`);
  printResults(results);
}
await keepResults(results);
process.exit(results.every(({ pass }) => pass) ? 0 : 1);

async function run(row: string, rowSeed: number): Promise<Result[]> {
  const begun = performance.now();
  const minutes = values.long ? Number(values.hours) * 60 : SHORT_MINUTES;
  // One that cannot go on is a breach, and the others are run all the same.
  const rowResults = await ROWS[row]!(rowSeed, minutes).catch((error) => {
    console.error(error);
    return [atMost(`${row}: runs that ended before their time`, 1, 0, '')];
  });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(`\n  ${row}, seed ${rowSeed}, ${seconds} s, load ${loadavg()[0]!.toFixed(1)}`);
  printResults(rowResults);
  return rowResults;
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
