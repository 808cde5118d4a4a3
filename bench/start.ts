import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../e2e/fixtures/free-port.ts';
import { limit, median, type Result } from './results.ts';

const ROUNDS = 3;
const ROOT = join(import.meta.dirname, '..');

/** `npm start` on what an earlier start has made, until its first page is served. */
export async function measureStart(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-start-'));
  try {
    await start(folder);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await start(folder));
    return [limit('npm start, from the second on', 's', median(times) / 1000, 3)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts, waits for the page, stops; milliseconds to the page. */
async function start(folder: string): Promise<number> {
  const [port, smtp, mailbox, signOn] = (await Promise.all([1, 2, 3, 4].map(() => freePort()))) as [
    number,
    number,
    number,
    number,
  ];
  const begun = performance.now();
  const product = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      MAILBOX_SMTP_PORT: String(smtp),
      MAILBOX_PORT: String(mailbox),
      DEMO_IDP_PORT: String(signOn),
      DEMO_AUCTIONS: '0',
    },
  });
  const ended = once(product, 'exit');
  let isUp = false;
  const up = (async () => {
    while (!isUp) {
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      isUp = page?.status === 200;
      if (!isUp) await pause(20);
    }
  })();
  const first = await Promise.race([up, ended, pause(180_000)]);
  const took = performance.now() - begun;
  product.kill('SIGTERM');
  const wasUp = isUp;
  isUp = true;
  await ended;
  if (!wasUp) throw new Error(`npm start served no page (${String(first)}).`);
  return took;
}
