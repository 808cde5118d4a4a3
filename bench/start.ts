import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../checks/free-port.ts';
import { compare, median, type Result } from './report/results.ts';

const ROUNDS = 3;
/** The folder is let go of a moment after its database has ended. */
const UNLOCKED_MS = 500;
const ROOT = join(import.meta.dirname, '..');
const BARE = join(ROOT, 'server/test/bench/bare-start.ts');

/** Beside the bare node's: what reading the product's own sources may take. */
const OWN_MS = 1_000;

/**
 * `npm start` on what an earlier start has made, until its first page is served, against a bare node that starts the same
 * PostgreSQL and answers, by turns.
 */
export async function measureStart(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-start-'));
  try {
    await start(folder);
    await startBare(folder);
    const times: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await start(folder));
      bare.push(await startBare(folder));
    }
    const name = 'npm start, from the second on / bare node and PostgreSQL';
    const result = compare(name, 'ms', times, bare, null);
    const pass = median(times) <= 1.5 * median(bare) + OWN_MS;
    return [{ ...result, goal: '≤ 1.5 × bare + 1 s', pass }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function start(folder: string): Promise<number> {
  const [port, smtp, mailbox, signOn] = (await Promise.all([1, 2, 3, 4].map(() => freePort()))) as [
    number,
    number,
    number,
    number,
  ];
  return timeToPage(folder, port, 'npm', ['start'], {
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
  return timeToPage(folder, port, process.execPath, [BARE, folder, String(port)], {});
}

/** Starts a program, waits for its page, stops it and its database; milliseconds to the page. */
async function timeToPage(
  folder: string,
  port: number,
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<number> {
  const begun = performance.now();
  const started = spawn(program, args, {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  const ended = once(started, 'exit');
  let isUp = false;
  let isOver = false;
  const up = (async () => {
    while (!isUp && !isOver) {
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      isUp = page?.status === 200;
      if (!isUp) await pause(20);
    }
  })();
  const first = await Promise.race([up, ended, pause(180_000)]);
  const took = performance.now() - begun;
  isOver = true;
  started.kill('SIGTERM');
  await ended;
  // npm ends before what it has started.
  while (existsSync(join(folder, 'postgres/postmaster.pid'))) await pause(50);
  await pause(UNLOCKED_MS);
  if (!isUp) throw new Error(`${program} ${args[0]} served no page (${String(first)}).`);
  return took;
}
