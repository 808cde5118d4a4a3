// Installs packages before anything else runs. Plain JavaScript, because any Node from 20 runs it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { node, root } from './child.mjs';

const LOCK_LIMIT_MS = 600_000;

/**
 * Installs the packages if any is missing or differs from package-lock.json: those of the product, and with
 * `{ tests: true }` also those of tests. Later calls keep the packages of tests.
 */
export async function installMissing({ tests = false } = {}) {
  if (isInstalled(tests)) return;
  await withLock(() => {
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
    const reason = error ? `: ${error.message}` : '; the output of npm is above';
    throw new Error(`The packages could not be installed${reason}.`);
  });
}

function isInstalled(tests) {
  try {
    const locked = readPackages('package-lock.json');
    const installed = readPackages('node_modules/.package-lock.json');
    return (
      existsSync(node) &&
      Object.entries(locked).every(([path, expected]) => {
        if (!path.includes('node_modules/')) return true;
        const there = installed[path];
        // An optional package may be for another system.
        if (!there)
          return Boolean(expected.optional || expected.devOptional || (expected.dev && !tests));
        return (
          expected.link ||
          (there.version === expected.version && there.integrity === expected.integrity)
        );
      })
    );
  } catch {
    return false;
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

/**
 * Runs `work` under a lock that one command of this repository holds at a time.
 *
 * @param {() => unknown} work
 */
export async function withLock(work) {
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
    await work();
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
