import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Audience } from './audience.ts';
import { answer, startProduct } from './product.ts';
import { compare, limit, type Result } from './report/results.ts';

/** So many at a time are opened, and stay: a heap grows by steps, which one wave may pay and the next has for nothing. */
const SOCKETS = 5_000;
const WAVES = 3;
const SAMPLES = 8;
const SAMPLE_MS = 500;

/** Asks a process what it has of the memory after a collection, in megabytes. */
type Ask = () => Promise<{ resident: number }>;

/** What a node that has started takes of the memory, and each open socket on top, against a bare WebSocket server's. */
export async function measureMemory(): Promise<Result[]> {
  const product = await startProduct({ bidders: 64, hot: 1, spread: 0, smtpUrl: null });
  const bare = fork(join(import.meta.dirname, 'bare-broadcast.ts'), { execArgv: ['--expose-gc'] });
  const audiences: Audience[] = [];
  try {
    const [barePort] = await once(bare, 'message');
    const idle = await settled(() => residentOf(product.pid));
    const address = `ws://127.0.0.1:${product.port}/ws/auction/${product.hot[0]}/`;
    const perSocket = await growth(product.readMemory, async (count) => {
      audiences.push(await Audience.open(count, address, product.tokens));
    });
    const askBare = () => {
      const answered = answer<{ resident: number }>(bare);
      bare.send({ ask: 'memory' });
      return answered;
    };
    const perBare = await growth(askBare, async (count) => {
      audiences.push(await Audience.open(count, `ws://127.0.0.1:${barePort}`));
    });
    return [
      limit('memory of a node that waits', 'MB', idle, 180),
      compare('memory of an idle socket / bare', 'KB', perSocket, perBare, { atMost: 1.3 }),
    ];
  } finally {
    for (const audience of audiences) audience.leave();
    bare.kill();
    await product.stop();
  }
}

/** Kilobytes that each socket of a wave adds, wave by wave, without what is only waiting to be collected. */
async function growth(ask: Ask, open: (count: number) => Promise<void>): Promise<number[]> {
  const resident = async () => (await ask()).resident;
  const added: number[] = [];
  let before = await settled(resident);
  for (let wave = 0; wave < WAVES; wave++) {
    await open(SOCKETS);
    const after = await settled(resident);
    added.push(((after - before) * 1024) / SOCKETS);
    before = after;
  }
  return added;
}

/** The least of some seconds. */
async function settled(read: () => Promise<number>): Promise<number> {
  const seen: number[] = [];
  while (seen.length < SAMPLES) {
    await pause(SAMPLE_MS);
    seen.push(await read());
  }
  return Math.min(...seen);
}

/** Megabytes that a process has of the memory, as Linux counts them. */
async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
