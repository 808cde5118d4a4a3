// `npm run bench -- [row …] [size] [--quick]`: speed against baselines that run in turn with it on the same
// machine, so the ratio does not depend on the machine. Without names all rows run. Figures are kept in `results.json`;
// a run of all rows, or the word `report`, writes README.md from it. `--quick` takes about three minutes and keeps nothing.
// A missed goal does not fail the run. A wrong result (a lost bid, a list that shows other rows than SQL) exits with 1.
import { parseArgs } from 'node:util';
import { describeRun, formatTable, keep, writeReport } from './report.ts';
import { ROWS } from './rows.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const words = positionals.filter((word) => Number.isNaN(Number(word)));
const named = words.filter((word) => word !== 'report' && word !== 'quick');
const unknown = named.find((name) => !Object.hasOwn(ROWS, name));
if (unknown) {
  console.error(`There is no row "${unknown}". Rows: ${Object.keys(ROWS).join(', ')}.`);
  process.exit(2);
}
const isQuick = values.quick || words.includes('quick');
const isAll = named.length === 0 && !words.includes('report');
const options = {
  isQuick,
  size: positionals.map(Number).find((size) => !Number.isNaN(size)) ?? null,
};

for (const name of isAll ? Object.keys(ROWS) : named) {
  const run = describeRun();
  const startedAt = performance.now();
  console.log(`\n${name}, load ${run.load}`);
  try {
    const results = await ROWS[name]!(options);
    console.log(formatTable(results));
    if (!isQuick) keep(name, run, results);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  console.log(`  ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
if (words.includes('report') || (isAll && !isQuick)) writeReport();
process.exit();
