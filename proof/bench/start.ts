import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tools/test/free-port.ts';
import { compare, limit, type Result } from './results.ts';

const ROUNDS = 3;
/** The demo releases its folder shortly after its database has stopped. */
const UNLOCK_MS = 500;
/** Time on top of the baseline for the product's sources, in milliseconds. */
const OWN_MS = 1_000;
const LIMIT_MS = 300_000;
const ROOT = join(import.meta.dirname, '../..');
const BARE = join(import.meta.dirname, 'processes/bare-start.ts');

/** `npm start` on existing data until its first page is served, against a bare node with the same PostgreSQL. */
export async function measureStart(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-start-'));
  try {
    await start(ROOT, folder);
    await startBare(folder);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await start(ROOT, folder));
      bare.push(await startBare(folder));
    }
    const name = 'second npm start / bare node and PostgreSQL';
    return compare(name, 'ms', ours, bare, { atMost: 1.5, plus: OWN_MS });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** From a clean clone to the first page, installation included. */
export async function measureInstallation(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-clone-'));
  try {
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
    const took_ms = await start(clone, join(folder, 'data'));
    return limit('installation and first start of a clean clone', 's', [took_ms / 1000], 60);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function start(clone: string, folder: string): Promise<number> {
  const ports = await Promise.all(Array.from({ length: 4 }, freePort));
  const [port, smtp, mailbox, signOn] = ports as [number, number, number, number];
  return timeToPage(clone, folder, port, 'npm', ['start'], {
    DATA_DIR: folder,
    PORT: String(port),
    MAILBOX_SMTP_PORT: String(smtp),
    MAILBOX_PORT: String(mailbox),
    DEMO_IDP_PORT: String(signOn),
    DEMO_AUCTIONS: '0',
  });
}

async function startBare(folder: string): Promise<number> {
  const port = await freePort();
  return timeToPage(ROOT, folder, port, process.execPath, [BARE, folder, String(port)], {});
}

/** Starts a program, waits for its page, and stops it with its database. Returns the milliseconds to the page. */
async function timeToPage(
  cwd: string,
  folder: string,
  port: number,
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  const exited = once(child, 'exit');
  let isUp = false;
  let isOver = false;
  const up = (async () => {
    while (!isUp && !isOver) {
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      isUp = page?.status === 200;
      if (!isUp) await pause(20);
    }
  })();
  await Promise.race([up, exited, pause(LIMIT_MS)]);
  const took_ms = performance.now() - startedAt;
  isOver = true;
  child.kill('SIGTERM');
  await exited;
  // npm exits before the processes that it has started.
  while (existsSync(join(folder, 'postgres/postmaster.pid'))) await pause(50);
  await pause(UNLOCK_MS);
  if (!isUp) throw new Error(`${program} ${args[0]} served no page.`);
  return took_ms;
}
