// `npm test`: everything. `npm test -- --quick`: what needs neither database nor browser.
// `npm test -- server/src/bids e2e/lists.e2e.ts`: just these files, and those in these folders.
// `npm run operations`: those that need programs of the system, such as nginx; what is not there is skipped, and said.
// The last line is `N passed, N failed`: the tests, and each other step as one.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`This needs Node 20 or newer, and here is ${process.version}.`);
  process.exit(1);
}
const {
  buildWebIfStale,
  environment,
  follow,
  installMissing,
  isOnThatNode,
  node,
  onceAbandoned,
  root,
  stop,
} = await import('./prepare.mjs');

const FILE_LIMIT_MS = 600_000;
/** Two more than the processors that they are meant for: some wait for a time to pass. */
const AT_ONCE = 4;
const STEPS = ['types', 'lint', 'checks', 'rules'];
/** What takes longest starts first, lest it runs on alone at the end: the one half works, the other waits beside it. */
const LONG = [
  'server/test/matrix.test.ts',
  'server/test/two-worlds.test.ts',
  'server/src/db/half-open.test.ts',
  'proof/reliability/mail-run.test.ts',
  'server/src/admin/dead-letters.test.ts',
  'server/src/email/killed-worker.test.ts',
];

/** They look at what their whole process holds or remembers, which others would add to. */
const ALONE = [
  'server/src/auctions/lists/by-known-bid.test.ts',
  'server/src/auctions/lists/list-indexes.test.ts',
  'server/src/auctions/lists/search-among-many.test.ts',
  'server/src/auctions/planned-once.test.ts',
  'server/src/auth/passwords/password-rules.test.ts',
  'server/src/db/outage.test.ts',
  'server/src/db/pool.test.ts',
  'server/src/http/multipart.test.ts',
];

let passed = 0;
let failed = 0;
const ending = new AbortController();

await installMissing({ tests: true }).catch(stop);
if (isOnThatNode()) await main(process.argv.slice(2));
else follow(['test.mjs', ...process.argv.slice(2)]);

async function main(args) {
  // Not once: npm sends on what the terminal has sent already.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort());
  onceAbandoned(() => ending.abort());
  const quick = args.includes('--quick');
  const named = args.filter((arg) => arg !== '--quick');
  const units = quick ? ['contract'] : ['contract', 'server', 'demo', 'web', 'proof', 'checks'];
  const files = await listFiles(
    named.length > 0 ? named : units.map((folder) => `${folder}/**/*.test.ts`),
  );
  const screens = quick || named.length > 0 ? [] : await listFiles(['e2e/**/*.e2e.ts']);
  if (files.length === 0) stop(new Error(`No test file is called ${named.join(' ')}.`));

  const onScreen = (file) => file.endsWith('.e2e.ts');
  const browsers = [...files.filter(onScreen), ...screens];
  const steps = named.length === 0 ? STEPS.map(runStep) : [];
  // Beside them, since a build takes one processor for most of its time.
  const isBuilt = browsers.length === 0 || report('web app', buildWebIfStale);
  await Promise.all([...steps, isBuilt]);
  if (quick) await runTests(files);
  else
    await runWithDatabase(
      files.filter((file) => !onScreen(file)),
      (await isBuilt) ? browsers : [],
      { traces: named.length > 0 },
    );
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = ending.signal.aborted || failed > 0 ? 1 : 0;
}

async function runWithDatabase(files, browsers, { traces }) {
  const { rmSync } = await import('node:fs');
  const { join } = await import('node:path');
  const { startEmbedded } = await import('./demo/src/postgres/embedded.ts');
  const folder = await makeFolder();
  const database = await startEmbedded({ dataDir: folder, durable: false }).catch(stop);
  process.env.TEST_DATABASE_URL = database.url;
  // Most processes of the tests load the same modules.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  try {
    if (!traces) await runStep('generated');
    await runTests(files);
    if (browsers.length > 0) {
      await runStep('budget');
      await runBrowsers(browsers, { traces });
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes the folder for all temporary files, which is removed at the end of the run: in memory where there is room for it.
 * Each test database is nine hundred files, which some disks take half a second to make.
 */
async function makeFolder() {
  const { chmodSync, mkdtempSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const memory = await findMemoryFolder();
  const folder = mkdtempSync(join(memory ?? tmpdir(), 'restvarde-test-'));
  if (memory !== null) process.env.TMPDIR = folder;
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  return folder;
}

/** A folder in memory with room for the tests, from which programs may be run, as some tests do; null without one. */
async function findMemoryFolder() {
  const { readFileSync, statfsSync } = await import('node:fs');
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

/**
 * Runs files of browser tests by Playwright; its reporter prints them, and sends how many passed and failed. With
 * `traces` a test that failed leaves a trace.
 */
async function runBrowsers(files, { traces }) {
  if (ending.signal.aborted) return;
  const { spawn } = await import('node:child_process');
  const { join } = await import('node:path');
  const child = spawn(
    node,
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=e2e/reporter.ts',
      // They are patterns to Playwright.
      ...files.map((file) => `/${file.replaceAll('.', '\\.')}$`),
    ],
    {
      cwd: root,
      env: environment({ E2E_TRACE: traces ? '1' : '0' }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      signal: ending.signal,
      killSignal: 'SIGINT',
    },
  ).on('error', () => {});
  let counts = { passed: 0, failed: 1 };
  child.on('message', (sent) => {
    counts = sent;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  passed += counts.passed;
  failed += code !== 0 && counts.failed === 0 ? 1 : counts.failed;
}

/** The test files that the patterns name; a folder stands for all that are in it. */
async function listFiles(patterns) {
  const { globSync } = await import('node:fs');
  const inside = patterns.map((pattern) => `${pattern}/**/*.{test,e2e,operations}.ts`);
  const found = globSync([...patterns, ...inside], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const files = [...new Set(found)]
    .filter((file) => /\.(test|e2e|operations)\.ts$/.test(file))
    .sort();
  return [
    ...LONG.filter((file) => files.includes(file)),
    ...files.filter((file) => !LONG.includes(file)),
  ];
}

function runStep(name) {
  return report(name, async () => {
    const { spawn } = await import('node:child_process');
    const child = spawn(node, ['--run', name], {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: ending.signal,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
      });
    }
    const code = await new Promise((resolve, reject) => {
      child.once('close', resolve).once('error', reject);
    });
    if (code !== 0) throw new Error(said.trim());
  });
}

/** Counts a step that is not a test as one, and gives whether it passed. */
async function report(name, step) {
  if (ending.signal.aborted) return false;
  const start = Date.now();
  try {
    await step();
    passed += 1;
    console.log(`✔ ${name} (${seconds(Date.now() - start)})`);
    return true;
  } catch (error) {
    failed += 1;
    console.log(`✖ ${name} (${seconds(Date.now() - start)})\n${error.message}`);
    return false;
  }
}

/** Runs test files that are not of the browser. */
async function runTests(files) {
  if (files.length === 0 || ending.signal.aborted) return;
  const { runTestFiles } = await import('./checks/test-files/run.ts');
  const counts = await runTestFiles(files, {
    root,
    processes: AT_ONCE,
    alone: ALONE,
    limit_ms: FILE_LIMIT_MS,
    signal: ending.signal,
  });
  passed += counts.passed;
  failed += counts.failed;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
