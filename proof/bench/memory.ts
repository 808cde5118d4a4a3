import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { CLIENTS } from './bid-load.ts';
import { startProduct } from './product.ts';
import { limit, type Result } from './results.ts';

const SETTLE_MS = 4_000;

/** Memory of a node that has started and has nothing to do. */
export async function measureIdleMemory(rounds: number): Promise<Result> {
  const resident: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: 0 });
    await pause(SETTLE_MS);
    const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
    resident.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
    await product.stop();
  }
  return limit('memory of an idle node', 'MB', resident, 180);
}
