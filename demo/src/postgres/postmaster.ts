import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '@restvarde/server/start-error';
import type { Account } from './embedded-account.ts';

/** A running server. `status` is from its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; status: string };

const START_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 20_000;
const POLL_MS = 10;

/** Returns the server that runs on this cluster and takes connections, or null. */
export async function findReady(cluster: string): Promise<Postmaster | null> {
  const found = await readPostmaster(cluster);
  return found?.status === 'ready' && (await isPostmaster(found.pid, cluster)) ? found : null;
}

/**
 * Starts the server on a port of 127.0.0.1, by default a free one, and waits until it takes connections, after a recovery
 * if necessary. It is stopped when this process ends. Ctrl-C in the terminal does not reach it.
 */
export async function launch(
  binary: string,
  options: {
    cluster: string;
    account: Account;
    settings: Record<string, string>;
    port?: number | undefined;
    onLaunch?: (() => void) | undefined;
    /** Called when the server ends after it was ready. */
    onExit?: (() => void) | undefined;
  },
): Promise<Postmaster> {
  const { cluster, account, settings, onLaunch, onExit = () => {} } = options;
  const logFile = join(dirname(cluster), 'postgres.log');
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const port = options.port ?? (await findFreePort());
    const args = Object.entries({
      ...settings,
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = await spawnServer(binary, { cluster, account, args, logFile });
    onLaunch?.();
    const ready = await waitUntilReady(child, cluster, deadline);
    if (ready) {
      endWithThisProcess(child);
      child.once('exit', onExit);
      return ready;
    }
    const log = await readFile(logFile, 'utf8');
    // Another process took the port, or sessions of a killed server still release its memory.
    const isTemporary = /could not create any TCP\/IP sockets|pre-existing shared memory block/;
    if (!isTemporary.test(log) || Date.now() > deadline) {
      const reason = /(?:FATAL|PANIC|ERROR|error): +(.*)/.exec(log)?.[1] ?? log.trim();
      throw new StartError(`PostgreSQL does not start (${reason}): see ${logFile}.`);
    }
    await pause(POLL_MS * 10);
  }
}

/**
 * Stops the server that runs on this cluster, if any, and waits for it; kills it if that takes too long. Removes a
 * `postmaster.pid` that names a dead process or another program.
 */
export async function endRunning(cluster: string): Promise<void> {
  const found = await readPostmaster(cluster);
  if (!found) return;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const deadline = Date.now() + STOP_LIMIT_MS;
    if (await isPostmaster(found.pid, cluster)) process.kill(found.pid, signal);
    while ((await isPostmaster(found.pid, cluster)) && Date.now() < deadline) await pause(POLL_MS);
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Stops the server when this process ends, even by SIGKILL: a shell waits for the end of its input. */
function endWithThisProcess(server: ChildProcess): void {
  const watcher = spawn('/bin/sh', ['-c', 'read _; kill -INT "$1"', 'sh', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
}

async function spawnServer(
  binary: string,
  options: { cluster: string; account: Account; args: string[]; logFile: string },
): Promise<ChildProcess> {
  const { cluster, account, args: settings, logFile } = options;
  const log = await open(logFile, 'w');
  const { file, args, ...ids } = account.command(binary, ['-D', cluster, ...settings]);
  const child = spawn(file, args, {
    ...ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  });
  child.unref();
  // A child that could not be started has no pid, and `waitUntilReady` treats it as ended.
  child.once('error', () => {});
  await log.close();
  return child;
}

/** Returns null if the server has ended, or is not ready by the deadline and was stopped. */
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

/** Whether a process is the server of this cluster: systems reuse the ids of dead processes. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await readCommand(pid)).includes(` -D ${cluster} `);
  const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (args) return args.includes(`postgres\0-D\0${cluster}\0`);
  // A process that is ending has no arguments any more, but still has its port.
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
