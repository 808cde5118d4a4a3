// `npm run reliability -- mail [--mails=10000] [--kills=20] [--seed=1]`, or `-- flood [--seconds=20]`: what must hold
// whatever fails or floods, tried on the real parts of the product, on a durable PostgreSQL of its own. A breach ends
// it with 1.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPool } from '../../src/db/pool.ts';
import { prepareJobs } from '../../src/jobs/queue.ts';
import { printFlood } from './flood-run.ts';
import { breachesOf, type MailReport, runMail } from './mail-run.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    mails: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const USAGE = `Usage: npm run reliability -- mail [--mails=10000] [--kills=20] [--seed=1]
       npm run reliability -- flood [--seconds=20]`;
if (positionals.join() === 'flood') {
  process.exit((await printFlood(Number(values.seconds))) ? 0 : 1);
}
if (positionals.join() !== 'mail') {
  console.error(USAGE);
  process.exit(1);
}

const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-reliability-'));
const database = await startEmbedded({ dataDir });
const stop = async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop().finally(() => process.exit(1)));
}
try {
  const pool = openPool(database.url, 2);
  await migrate(pool.db);
  await prepareJobs(database.url);
  await pool.end();
  const seed = Number(values.seed);
  const report = await runMail({
    databaseUrl: database.url,
    mails: Number(values.mails),
    kills: Number(values.kills),
    seed,
  });
  print(report, seed);
  const breaches = breachesOf(report);
  for (const breach of breaches) console.log(`  BREACH: ${breach}`);
  if (breaches.length > 0) process.exitCode = 1;
} finally {
  await stop();
}

function print(report: MailReport, seed: number): void {
  const goal = {
    lost: '0',
    duplicates_by_kill: `≤ ${report.killed_unmarked}`,
    came_rolled_back: '0',
    came_revoked: '0',
  } as Record<string, string>;
  const { seconds, ...counts } = report;
  console.log(`\n  mail, seed ${seed}, commit ${commit()}, ${seconds} s`);
  console.log(`  ${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}\n`);
  for (const [name, value] of Object.entries(counts)) {
    const aim = goal[name] ? `   (goal ${goal[name]})` : '';
    console.log(`  ${name.replaceAll('_', ' ').padEnd(20)} ${String(value).padStart(7)}${aim}`);
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
