// `npm test`: everything. `npm run check` (`--quick`): the steps that need neither database nor browser.
// `npm test -- server/src/bids e2e/lists.e2e.ts`: files and folders. `--save-times` writes times.json.
// The last line is `N passed, N failed`; a step counts as one test.
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../demo/src/postgres/embedded.ts';
import { buildWebIfStale } from '../prepare/build-web.ts';
import { root, startNode } from '../prepare/child.mjs';
import { type FileResult, runTestFiles } from './run-files.ts';
import { longestFirst, saveTimes } from './times.ts';

/** Ten times what the slowest file takes on the usual machine. */
const FILE_LIMIT_MS = 1_800_000;
/** Two more than the processors of the usual machine, because some tests only wait. */
const PROCESSES = 4;
const SUITES = ['contract', 'server', 'demo', 'web', 'proof', 'tools'];
/** The steps before the tests, each a command of Node. */
const STEPS = {
  types: 'node_modules/typescript/bin/tsc -p .',
  'types of web': 'node_modules/typescript/bin/tsc -p web',
  'types of e2e': 'node_modules/typescript/bin/tsc -p e2e',
  lint: 'node_modules/@biomejs/biome/bin/biome check --error-on-warnings',
  checks: 'tools/checks/check.ts',
  unused: 'node_modules/knip/bin/knip.js --cache',
};

const { values: flags, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, 'save-times': { type: 'boolean' } },
});
const isWhole = named.length === 0 && !flags.quick;
const counts = { passed: 0, failed: 0 };
const failures: string[] = [];
const times: Record<string, number> = {};
const ending = new AbortController();
const { signal } = ending;
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => ending.abort());

const files = listFiles(
  named.length > 0
    ? named.flatMap((name) => [name, `${name}/**/*.{test,e2e,operations,reliability}.ts`])
    : (flags.quick ? ['contract'] : SUITES).map((folder) => `${folder}/**/*.test.ts`),
);
const browserFiles = isWhole ? listFiles(['e2e/**/*.e2e.ts']) : files.filter(isBrowserTest);
if (files.length === 0) {
  console.error(`No test file matches ${named.join(' ')}.`);
  process.exit(1);
}

// The build runs beside the steps, since it mostly uses one processor.
const [isBuilt] = await Promise.all([
  browserFiles.length > 0 && runStep('web app', buildWebIfStale),
  ...(named.length > 0 ? [] : Object.entries(STEPS)).map(([name, command]) =>
    runStep(name, () => runCommand(command.split(' '))),
  ),
]);
if (flags.quick) await runFiles(files);
else await runWithDatabase();
if (flags['save-times']) saveTimes(times);
// Once more at the end, where a long log is read first.
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = signal.aborted || counts.failed > 0 ? 1 : 0;

async function runWithDatabase(): Promise<void> {
  const folder = makeFolder();
  const database = await startEmbedded({ dataDir: folder, durable: false });
  process.env.TEST_DATABASE_URL = database.url;
  try {
    await runFiles(files.filter((file) => !isBrowserTest(file)));
    if (!isBuilt) return;
    if (isWhole) await runStep('budget', () => runCommand(['tools/checks/budget.ts']));
    await runBrowserTests();
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes the folder for all temporary files, which is removed at the end of the run: in memory if there is room. Each
 * test database has 900 files, which take some disks half a second.
 */
function makeFolder(): string {
  const memory = findMemoryFolder();
  const folder = mkdtempSync(join(memory ?? tmpdir(), 'restvarde-test-'));
  if (memory !== null) process.env.TMPDIR = folder;
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  return folder;
}

/** A folder in memory with room for the tests, from which programs may be run, as some tests do; null without one. */
function findMemoryFolder(): string | null {
  const FOLDER = '/dev/shm';
  const ENOUGH_BYTES = 4 * 2 ** 30;
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.findLast((line) => line.split(' ')[1] === FOLDER)?.split(' ')[3] ?? '';
    const { bavail, bsize } = statfsSync(FOLDER);
    return !/\b(ro|noexec)\b/.test(options) && bavail * bsize >= ENOUGH_BYTES ? FOLDER : null;
  } catch {
    // Only Linux has it.
    return null;
  }
}

async function runFiles(selected: string[]): Promise<void> {
  if (selected.length === 0) return;
  const options = { root, processes: PROCESSES, limit_ms: FILE_LIMIT_MS, signal };
  for (const result of await runTestFiles(longestFirst(selected), options)) addResult(result);
}

/** Runs browser tests by Playwright, whose reporter (e2e/reporter.ts) prints and sends the results. */
async function runBrowserTests(): Promise<void> {
  if (signal.aborted) return;
  const child = startNode(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=e2e/reporter.ts',
      // Playwright reads them as patterns.
      ...browserFiles.map((file) => `/${file.replaceAll('.', '\\.')}$`),
    ],
    {
      // Traces of all tests would make the run an eighth longer.
      env: { E2E_TRACE: isWhole ? '0' : '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      signal,
      killSignal: 'SIGINT',
    },
  ).on('error', () => {});
  const before = counts.failed;
  child.on('message', addResult);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 && counts.failed === before) counts.failed += 1;
}

function addResult({ file, passed, failed, failures: texts, took_ms }: FileResult): void {
  counts.passed += passed;
  counts.failed += failed;
  failures.push(...texts);
  if (file !== null) times[file] = took_ms / 1000;
}

/** Counts a step that is not a test as one, and returns whether it passed. */
async function runStep(name: string, step: () => Promise<void>): Promise<boolean> {
  if (signal.aborted) return false;
  const start = Date.now();
  const took = () => `${((Date.now() - start) / 1000).toFixed(1)} s`;
  try {
    await step();
    counts.passed += 1;
    console.log(`✔ ${name} (${took()})`);
    return true;
  } catch (error) {
    counts.failed += 1;
    const failure = `✖ ${name} (${took()})\n${(error as Error).message}`;
    failures.push(failure);
    console.log(failure);
    return false;
  }
}

/** Throws with the output of a command that fails. */
async function runCommand(args: string[]): Promise<void> {
  const child = startNode(args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  const closed = new Promise((resolve, reject) => {
    child.once('close', resolve).once('error', reject);
  });
  const output = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  if ((await closed) !== 0) throw new Error(output.join('').trim());
}

function listFiles(patterns: string[]): string[] {
  const found = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] });
  return [...new Set(found)]
    .filter((file) => /\.(test|e2e|operations|reliability)\.ts$/.test(file))
    .sort();
}

function isBrowserTest(file: string): boolean {
  return file.endsWith('.e2e.ts');
}
