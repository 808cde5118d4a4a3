import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '@restvarde/server/start-error';
import type { Account } from './embedded-account.ts';

/** A running server: its process, its port, and its own word on how far it is. */
export type Postmaster = { pid: number; port: number; status: string };

const LOG_KEPT_BYTES = 10_000_000;
const START_LIMIT_MS = 300_000;
const FAST_STOP_LIMIT_MS = 20_000;
const POLL_MS = 10;

/**
 * The server that runs on this cluster, or null. One that comes up or goes down is waited for;
 * a `postmaster.pid` whose process is dead, or by now is another program's, is removed.
 */
export async function findRunning(cluster: string): Promise<Postmaster | null> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const found = await readPostmaster(cluster);
    if (!found) return null;
    if (!(await isPostmaster(found.pid, cluster))) {
      await rm(join(cluster, 'postmaster.pid'), { force: true });
      return null;
    }
    if (found.status === 'ready') return found;
    await pause(POLL_MS);
  }
  throw new StartError(`PostgreSQL in ${cluster} neither starts nor stops: see its postgres.log.`);
}

/**
 * Starts the server on a port of 127.0.0.1, a free one unless it is named, and waits until it takes connections, through a
 * recovery if need be. It gets a session of its own, so a Ctrl-C in the terminal does not reach it.
 */
export async function launch(
  binary: string,
  options: {
    cluster: string;
    account: Account;
    settings: Record<string, string>;
    port?: number | undefined;
    onLaunch?: (() => void) | undefined;
  },
): Promise<Postmaster> {
  const { cluster, account, settings, onLaunch } = options;
  const logFile = join(dirname(cluster), 'postgres.log');
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const port = options.port ?? (await findFreePort());
    const words = Object.entries({
      ...settings,
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const before = await rotateLog(logFile);
    const child = await spawnServer(binary, { cluster, account, words, logFile });
    onLaunch?.();
    const ready = await waitUntilReady(child, cluster, deadline);
    if (ready) return ready;
    const said = (await readFile(logFile)).subarray(before).toString();
    // The port was taken meanwhile, or sessions of a killed server still let go of its memory.
    const passing = /could not create any TCP\/IP sockets|pre-existing shared memory block/;
    if (!passing.test(said) || Date.now() > deadline) {
      const reason = /(?:FATAL|PANIC|ERROR|error): +(.*)/.exec(said)?.[1] ?? said.trim();
      throw new StartError(`PostgreSQL does not start (${reason}): see ${logFile}.`);
    }
    await pause(POLL_MS * 10);
  }
}

/** Ends the server in order and waits for it; forces it if that takes too long. */
export async function end({ pid }: Pick<Postmaster, 'pid'>, cluster: string): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', FAST_STOP_LIMIT_MS],
    ['SIGQUIT', FAST_STOP_LIMIT_MS],
    ['SIGKILL', FAST_STOP_LIMIT_MS],
  ] as const) {
    if (!(await isPostmaster(pid, cluster))) return;
    process.kill(pid, signal);
    const deadline = Date.now() + limit;
    while (Date.now() < deadline) {
      if (!(await isPostmaster(pid, cluster))) return;
      await pause(POLL_MS);
    }
  }
}

/** Ends the server when this process dies, however that happens; call the result to let it live. */
export function endWithMe({ pid }: Postmaster): () => void {
  const watcher = spawn('/bin/sh', ['-c', 'read _; kill -INT "$1"', 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return () => watcher.kill('SIGKILL');
}

async function spawnServer(
  binary: string,
  options: { cluster: string; account: Account; words: string[]; logFile: string },
): Promise<ChildProcess> {
  const { cluster, account, words, logFile } = options;
  const log = await open(logFile, 'a');
  const { file, args, ...ids } = account.command(binary, ['-D', cluster, ...words]);
  const child = spawn(file, args, {
    ...ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  });
  child.unref();
  // It has no pid then, and is found to have ended.
  child.once('error', () => {});
  await log.close();
  return child;
}

/** Null when it has ended, or is not ready in time: then it is told to end. */
async function waitUntilReady(
  child: ChildProcess,
  cluster: string,
  deadline: number,
): Promise<Postmaster | null> {
  const hasEnded = () =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  while (!hasEnded() && Date.now() < deadline) {
    const found = await readPostmaster(cluster);
    if (found && found.pid === child.pid && found.status === 'ready') return found;
    await pause(POLL_MS);
  }
  if (!hasEnded()) child.kill('SIGQUIT');
  return null;
}

async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = lines.split('\n');
  if (!pid) return null;
  return { pid: Number(pid), port: Number(port), status: status?.trim() ?? '' };
}

/** Whether this process is the server of this cluster: numbers of dead ones are given out again. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await readCommand(pid)).includes(` -D ${cluster} `);
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (words) return words.includes(`postgres\0-D\0${cluster}\0`);
  // On its way out it has no words any more, but still its port.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\(postgres\) [^ZX]/.test(state);
}

async function readCommand(pid: number): Promise<string> {
  const ps = promisify(execFile)('ps', ['-ww', '-p', String(pid), '-o', 'command=']);
  return (await ps.catch(() => ({ stdout: '' }))).stdout;
}

async function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer().once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => resolve(port));
  });
  return promise;
}

/** Keeps the log and one before it; gives the size from which new lines are written. */
async function rotateLog(logFile: string): Promise<number> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size < LOG_KEPT_BYTES) return size;
  await rename(logFile, `${logFile}.1`);
  return 0;
}
