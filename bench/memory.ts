import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Audience } from './audience.ts';
import { answer, startProduct } from './product.ts';
import { compare, limit, type Result } from './report/results.ts';

const SOCKETS = 10_000;
const SAMPLES = 8;
const SAMPLE_MS = 500;

/** Asks a process what it has of the memory after a collection, in megabytes. */
type Ask = () => Promise<{ resident: number }>;

/**
 * What a node that has started takes of the memory, and each open socket on top, against a bare WebSocket server's. Each
 * round has processes of its own: how far a heap has grown by a step more or less decides of a single one.
 */
export async function measureMemory(rounds: number): Promise<Result[]> {
  const idle: number[] = [];
  const sockets: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const measured = await measureProduct();
    idle.push(measured.idle);
    sockets.push(measured.perSocket);
    bare.push(await measureBare());
  }
  return [
    limit('memory of a node that waits', 'MB', idle, 180),
    compare('memory of an idle socket / bare', 'KB', sockets, bare, { atMost: 1.3 }),
  ];
}

async function measureProduct(): Promise<{ idle: number; perSocket: number }> {
  const product = await startProduct({ bidders: 64, hot: 1, spread: 0, smtpUrl: null });
  try {
    const idle = await settled(() => residentOf(product.pid));
    const address = `ws://127.0.0.1:${product.port}/ws/auction/${product.hot[0]}/`;
    const perSocket = await growth(product.readMemory, address, product.tokens);
    return { idle, perSocket };
  } finally {
    await product.stop();
  }
}

async function measureBare(): Promise<number> {
  const bare = fork(join(import.meta.dirname, 'bare-broadcast.ts'), { execArgv: ['--expose-gc'] });
  try {
    const [port] = await once(bare, 'message');
    const ask = () => {
      const answered = answer<{ resident: number }>(bare);
      bare.send({ ask: 'memory' });
      return answered;
    };
    return await growth(ask, `ws://127.0.0.1:${port}`);
  } finally {
    bare.kill();
  }
}

/** Kilobytes that each of many sockets adds, without what is only waiting to be collected. */
async function growth(ask: Ask, address: string, tokens?: string[]): Promise<number> {
  const resident = async () => (await ask()).resident;
  const before = await settled(resident);
  const audience = await Audience.open(SOCKETS, address, tokens);
  try {
    return (((await settled(resident)) - before) * 1024) / SOCKETS;
  } finally {
    audience.leave();
  }
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
