// `npm run bench -- [row …] [size …] [--quick] [--hours=1]`: what the product must be quick at, each against its baseline in
// the same run, by turns, so that the machine falls out of the ratio (bench/README.md). All rows, or those that are named, of
// their own sizes or of those that are said. What is found is kept in `results.json`, each figure until it is measured
// again; `report` writes README.md and its charts from that, as a run of all rows does at its end. `--quick` takes three
// minutes, and keeps nothing. A missed goal is said, and is no fault; a row whose check fails (a bid that was answered with
// 201 and is not in the database, a list that shows other rows than bare SQL) ends it with 1.
import { parseArgs } from 'node:util';
import { formatTable } from './report/format.ts';
import { describeRun, store } from './report/stored-results.ts';
import { writeReport } from './report/write-report.ts';
import { ROWS } from './rows.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, hours: { type: 'string' } },
});
const words = positionals.filter((word) => Number.isNaN(Number(word)));
const named = words.filter((word) => word !== 'quick' && word !== 'report');
const unknown = named.find((name) => !Object.hasOwn(ROWS, name));
if (unknown) {
  console.error(`There is no row "${unknown}". Rows: ${Object.keys(ROWS).join(', ')}.`);
  process.exit(2);
}
const isQuick = values.quick || words.includes('quick');
const isAll = named.length === 0 && !words.includes('report');
const asked = {
  isQuick,
  sizes: positionals.map(Number).filter((size) => !Number.isNaN(size)),
  hours: values.hours === undefined ? null : Number(values.hours),
};

for (const name of isAll ? Object.keys(ROWS) : named) {
  for (const measure of ROWS[name]!(asked)) {
    const run = describeRun();
    const begun = performance.now();
    console.log(`\n${name}, load ${run.load}`);
    try {
      const results = await measure();
      console.log(formatTable(results));
      if (!isQuick) store(name, run, results);
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
    console.log(`  ${Math.round((performance.now() - begun) / 1000)} s`);
  }
}
if (words.includes('report') || (isAll && !isQuick)) await writeReport();
process.exit();
