import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Audience } from './audience.ts';
import { startProduct } from './product.ts';
import { compare, limit, type Result } from './report/results.ts';

const SOCKETS = 2_000;
const SAMPLES = 8;
const SAMPLE_MS = 500;

/** What a node that has started takes of the memory, and each open socket on top, against a bare WebSocket server's. */
export async function measureMemory(): Promise<Result[]> {
  const product = await startProduct({ bidders: 64, hot: 1, spread: 0, smtpUrl: null });
  const bare = fork(join(import.meta.dirname, 'bare-broadcast.ts'));
  const audiences: Audience[] = [];
  try {
    const [barePort] = await once(bare, 'message');
    const idle = await settled(product.pid);
    const bareIdle = await settled(bare.pid!);
    const address = `ws://127.0.0.1:${product.port}/ws/auction/${product.hot[0]}/`;
    audiences.push(await Audience.open(SOCKETS, address, product.tokens));
    audiences.push(await Audience.open(SOCKETS, `ws://127.0.0.1:${barePort}`));
    const perSocket = ((await settled(product.pid)) - idle) / SOCKETS;
    const perBare = ((await settled(bare.pid!)) - bareIdle) / SOCKETS;
    return [
      limit('memory of a node that waits', 'MB', idle / 1024, 180),
      compare('memory of an idle socket / bare', 'KB', [perSocket], [perBare], { atMost: 1.3 }),
    ];
  } finally {
    for (const audience of audiences) audience.leave();
    bare.kill();
    await product.stop();
  }
}

/** Kilobytes that a process has of the memory, the least of some seconds; as Linux counts them. */
async function settled(pid: number): Promise<number> {
  const seen: number[] = [];
  while (seen.length < SAMPLES) {
    await pause(SAMPLE_MS);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    seen.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]));
  }
  return Math.min(...seen);
}
