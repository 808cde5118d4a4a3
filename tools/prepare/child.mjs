// Starts child processes. Plain JavaScript, because any Node from 20 runs it.
import { spawn } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node of package.json. It runs everything but these files. */
export const node = join(root, 'node_modules/node/bin/node');

const SAME_SIGNAL_MS = 1_000;
const WATCH_MS = 500;
const SAVED_TOGETHER_MS = 50;

/** Ends a child process when its parent is killed. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(`
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
`)}`;

/**
 * Starts Node with arguments, and the installed programs first in PATH.
 *
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] `cwd` is the repository's root by default, and `env` is added to the environment.
 */
export function startNode(args, { cwd = root, env = {}, ...options } = {}) {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  return spawn(node, args, { ...options, cwd, env: { ...process.env, PATH, ...env } });
}

/**
 * Runs a command in place of this process: passes signals on, and exits with its code. With `folders` the command is
 * restarted when a source below them is saved; after a crash it waits for that.
 *
 * @param {string[]} args
 * @param {string[]} [folders]
 */
export function follow(args, folders = []) {
  let child = start();
  let signalled = 0;
  const pass = (signal) => {
    if (Date.now() - signalled < SAME_SIGNAL_MS) return;
    signalled = Date.now();
    if (!child?.kill(signal)) process.exit(1);
  };
  process.on('SIGINT', () => pass('SIGINT'));
  process.on('SIGTERM', () => pass('SIGTERM'));
  process.on('SIGHUP', () => pass('SIGTERM'));
  onceAbandoned(() => pass('SIGTERM'));
  onSave(folders, () => {
    if (signalled > 0 || child === null) return;
    const former = child;
    child = null;
    const next = () => {
      child = start();
    };
    // A node may be killed at any time: the next one takes over its work from the database.
    if (former.kill('SIGKILL')) former.once('exit', next);
    else next();
  });

  function start() {
    const started = startNode(['--import', END_WITH_PARENT, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Without a session of its own it gets Ctrl-C from the terminal, from npm and from us, and ends at the second signal.
      detached: true,
    });
    started.once('error', stop);
    return started.once('exit', (code) => {
      if (started !== child) return;
      if (folders.length === 0 || signalled > 0) process.exit(code ?? 1);
      console.log('\n  It crashed. The next save restarts it.\n');
    });
  }
}

/**
 * Prints the message of an error and exits.
 *
 * @param {Error} error
 * @returns {never}
 */
export function stop(error) {
  console.error(error.message);
  process.exit(1);
}

/** Calls `work` once for all files saved together. `node --watch` loses files that an editor or git replaces. */
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

/** Calls `work` once npm has ended: a signal to npm alone ends its shell, which does not pass the signal on. */
function onceAbandoned(work) {
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
