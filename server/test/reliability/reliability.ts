// `npm run reliability -- [row …] [--long] [--seed=1]`: what must hold whatever fails or floods, tried on the real parts of
// the product, on a durable PostgreSQL of its own. Prints what was found beside its goal, and writes it to
// `bench/reliability.json`. A breach ends it with 1. Rows:
//   bids   bids, closing and live pages through kills and freezes of nodes, cut lines and deaths of PostgreSQL
//   mail   emails through kills of the worker and faults of the mail server
//   flood  what others wait while one user floods every route
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BidsReport, runBids } from './bids-run.ts';
import { withDurableDatabase } from './durable-database.ts';
import { printFlood } from './flood-run.ts';
import { breachesOf, runMail } from './mail-run.ts';

/** One measurement against its goal. */
interface Result {
  name: string;
  value: number;
  unit: string;
  goal: string;
  pass: boolean;
}

interface Options {
  seed: number;
  isLong: boolean;
}

const FILE = join(import.meta.dirname, '../../../bench/reliability.json');

/** A node that freezes holds no auction for longer than its transaction may take; those that are killed hold none. */
const RECOVERY_GOAL_MS: Record<string, number> = {
  kill: 1_000,
  freeze: 4_000,
  cut: 1_000,
  database: 5_000,
};

const ROWS: Record<string, (options: Options) => Promise<Result[]>> = {
  bids: ({ seed, isLong }) =>
    withDurableDatabase(async ({ appUrl, kill }) =>
      resultsOf(
        await runBids({
          databaseUrl: appUrl,
          seconds: isLong ? 1_800 : 40,
          seed,
          killDatabase: kill,
        }),
      ),
    ),
  mail: ({ seed, isLong }) =>
    withDurableDatabase(async ({ url }) => {
      const [mails, kills] = isLong ? [10_000, 20] : [300, 3];
      const report = await runMail({ databaseUrl: url, mails, kills, seed });
      print(report);
      return [
        atMost('emails lost, doubled or without a cause', breachesOf(report).length, 0, 'breaches'),
      ];
    }),
  async flood({ isLong }) {
    const isWithin = await printFlood(isLong ? 60 : 10);
    return [atMost("others' waits beyond their goal under a flood", isWithin ? 0 : 1, 0, 'runs')];
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const unknown = positionals.find((name) => !ROWS[name]);
if (unknown) {
  console.error(`There is no row "${unknown}". Rows: ${Object.keys(ROWS).join(', ')}.`);
  process.exit(2);
}
const seed = Number(values.seed);
console.log(`\n  seed ${seed}, commit ${commit()}, ${cpus().length} processors`);
const results: Result[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(ROWS)) {
  const begun = performance.now();
  const found = await ROWS[name]!({ seed, isLong: values.long });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(`\n  ${name}, ${seconds} s, load ${loadavg()[0]!.toFixed(1)}`);
  for (const { name: what, value, unit, goal, pass } of found) {
    console.log(
      `  ${pass ? ' ' : '✖'} ${what.padEnd(62)} ${`${value} ${unit}`.padStart(12)}   (goal ${goal})`,
    );
  }
  results.push(...found);
}
await keep(results);
process.exit(results.every(({ pass }) => pass) ? 0 : 1);

function resultsOf({ found, blind, unlike, broken, recovery_ms, ...counts }: BidsReport): Result[] {
  print(counts);
  for (const line of [...unlike, ...broken]) console.log(`  ${line}`);
  return [
    atMost('checks that overlook a fault put into the history', blind.length, 0, 'checks'),
    ...Object.entries(found).map(([name, count]) => atMost(name, count, 0, '')),
    atMost('auctions whose bids break a rule, or whose chain does not hold', broken.length, 0, ''),
    atMost('auctions that a page shows otherwise than they are', unlike.length, 0, ''),
    ...Object.entries(recovery_ms).map(([fault, ms]) =>
      atMost(`from a fault to the next accepted bid: ${fault}`, ms, RECOVERY_GOAL_MS[fault]!, 'ms'),
    ),
  ];
}

function atMost(name: string, value: number, most: number, unit: string): Result {
  return { name, value, unit, goal: `≤ ${most}${unit && ` ${unit}`}`, pass: value <= most };
}

function print(counts: object): void {
  console.log();
  for (const [name, value] of Object.entries(counts)) {
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
    console.log(`    ${name.replaceAll('_', ' ').padEnd(22)} ${shown.padStart(8)}`);
  }
}

/** In place of what an earlier run found for the same names. */
async function keep(news: Result[]): Promise<void> {
  const before = await readFile(FILE, 'utf8').then(
    (text) => JSON.parse(text) as Result[],
    () => [],
  );
  const kept = before.filter(({ name }) => !news.some((one) => one.name === name));
  await writeFile(FILE, `${JSON.stringify([...kept, ...news], null, 2)}\n`);
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
