// What `npm start` and `npm test` need before anything else runs. Plain JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(fileURLToPath(import.meta.url));

/** The Node that everything is run by, whichever one called npm. */
export const node = join(root, 'node_modules/node/bin/node');

/** Whether this process is run by it. */
export function isOnThatNode() {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/node/package.json'), 'utf8'),
  );
  return process.versions.node === version;
}

const LOCK_LIMIT_MS = 600_000;
const SAME_SIGNAL_MS = 1_000;
const WATCH_MS = 500;
const SAVED_TOGETHER_MS = 50;

/**
 * Installs the packages if any is missing or is another version than in package-lock.json: those that the
 * product runs by, and with `{ tests: true }` those that test and measure it too. These stay once they are there.
 */
export async function installMissing({ tests = false } = {}) {
  if (isInstalled(tests)) return;
  await alone(() => {
    if (isInstalled(tests)) return;
    const all = tests || existsSync(join(root, 'node_modules/typescript'));
    console.log('Installing packages, which takes a minute or two …');
    const npm = process.env.npm_execpath;
    const [file, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
    const { status, stdout, stderr, error } = spawnSync(
      file,
      [
        ...first,
        // Not `ci`: it would first remove what is there.
        'install',
        '--no-save',
        all ? '--include=dev' : '--omit=dev',
        '--include=optional',
        '--ignore-scripts=false',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    if (status === 0 && isInstalled(tests)) return;
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    const reason = error ? `: ${error.message}` : '; what npm said is above';
    throw new Error(`The packages could not be installed${reason}.`);
  });
}

/** Builds the web app if its sources are not those that it was last built from. */
export async function buildWebIfStale() {
  if (!existsSync(join(root, 'web/vite.config.ts')) || isBuilt()) return;
  await alone(() => {
    const sources = hashWebSources();
    if (isBuilt(sources)) return;
    console.log('Building the web app …');
    const { status, stdout, stderr } = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      encoding: 'utf8',
      env: environment(),
    });
    if (status !== 0) {
      process.stderr.write(`${stdout}${stderr}`);
      throw new Error('The web app could not be built; what Vite said is above.');
    }
    writeFileSync(stamp, sources);
  });
}

export const vite = join(root, 'node_modules/vite/bin/vite.js');

/** This process's environment with Node 26 and the installed programs first in PATH. */
export function environment(more = {}) {
  const bin = join(root, 'node_modules/.bin');
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...more };
}

/**
 * Runs a command in a session of its own, for otherwise a Ctrl-C would reach it from the terminal,
 * from npm and from us, and it would take the second for impatience. If we are killed, it is ended.
 */
export function run(args, cwd = root) {
  return spawn(node, ['--import', END_WITH_PARENT, ...args], {
    cwd,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: environment(),
  }).on('error', stop);
}

/**
 * Runs a command in this process's place: it gets our signals, we end as it ended. With `folders` it is run anew when
 * something below them is saved, and one that fell waits for that.
 */
export function follow(args, folders = []) {
  let child = start();
  let passed = 0;
  const pass = (signal) => {
    if (Date.now() - passed < SAME_SIGNAL_MS) return;
    passed = Date.now();
    if (!child?.kill(signal)) process.exit(1);
  };
  process.on('SIGINT', () => pass('SIGINT'));
  process.on('SIGTERM', () => pass('SIGTERM'));
  process.on('SIGHUP', () => pass('SIGTERM'));
  onceAbandoned(() => pass('SIGTERM'));
  onSave(folders, () => {
    if (passed > 0 || child === null) return;
    const former = child;
    child = null;
    const next = () => {
      child = start();
    };
    // As abruptly as a node may end any time: what it took is in the database, which goes on and is taken over.
    if (former.kill('SIGKILL')) former.once('exit', next);
    else next();
  });

  function start() {
    const started = run(args);
    return started.once('exit', (code) => {
      if (started !== child) return;
      if (folders.length === 0 || passed > 0) process.exit(code ?? 1);
      console.log('\n  It fell, and is started again when something is saved.\n');
    });
  }
}

/** Calls `work` once for what is saved together. `node --watch` loses a file that an editor or git puts anew. */
function onSave(folders, work) {
  let timer;
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (!/(?<!\.test)\.(tsx?|sql|json)$/.test(file ?? '')) return;
      clearTimeout(timer);
      timer = setTimeout(work, SAVED_TOGETHER_MS);
    });
  }
}

const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(`
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
`)}`;

/**
 * Does the work once npm, that called us, has ended without us: a signal sent to npm alone ends
 * the shell between, which passes nothing on.
 */
export function onceAbandoned(work) {
  if (!process.env.npm_lifecycle_event) return;
  const callers = readCallers();
  const timer = setInterval(() => {
    if (readCallers() === callers) return;
    clearInterval(timer);
    work();
  }, WATCH_MS);
  timer.unref();
}

function readCallers() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(stat);
    return name.endsWith('sh') ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** Ends with the error's sentence instead of its stack. */
export function stop(error) {
  console.error(error.message);
  process.exit(1);
}

function isInstalled(tests) {
  try {
    const wanted = readPackages('package-lock.json');
    const found = readPackages('node_modules/.package-lock.json');
    return (
      existsSync(node) &&
      Object.entries(wanted).every(([path, wish]) => {
        if (!path.includes('node_modules/')) return true;
        const there = found[path];
        // What is optional may be for another system.
        if (!there) return Boolean(wish.optional || wish.devOptional || (wish.dev && !tests));
        return wish.link || (there.version === wish.version && there.integrity === wish.integrity);
      })
    );
  } catch {
    return false;
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

const stamp = join(root, 'web/dist/.stamp');

function isBuilt(sources = hashWebSources()) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

function hashWebSources() {
  const hash = createHash('sha256');
  for (const file of [...listFiles('web'), ...listFiles('contract/src'), 'package-lock.json']) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (/^(node_modules|dist|\..*)$|\.(test\.tsx?|tsbuildinfo)$/.test(entry.name)) return [];
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

/** Does what two of these commands at once would spoil for each other. */
async function alone(work) {
  const folder = join(root, '.data');
  const lock = join(folder, 'prepare.lock');
  mkdirSync(folder, { recursive: true });
  const deadline = Date.now() + LOCK_LIMIT_MS;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(existsSync(lock) && readFileSync(lock, 'utf8'));
      if ((holder && !isAlive(holder)) || Date.now() > deadline) rmSync(lock, { force: true });
      else await pause(100);
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
