import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { answer } from './product.ts';

export type Reader = 'manager' | 'superuser' | 'station';

/** The product on a world of so many auctions, for lists. */
export interface ListProduct {
  port: number;
  /** Access tokens. */
  tokens: Record<Reader, string>;
  /** What a bare statement finds, and the milliseconds that it takes from a process of the product to the database and back. */
  run(statement: string): Promise<{ took: number; rows: Record<string, unknown>[] }>;
  stop(): Promise<void>;
}

const ENTRY = join(import.meta.dirname, '../server/test/bench/lists-node.ts');

/** Starts it; the first of a day makes its world, which takes minutes for a million. */
export async function startListProduct(count: number): Promise<ListProduct> {
  const child = fork(ENTRY, [String(count)]);
  const world = await answer<Pick<ListProduct, 'port' | 'tokens'>>(child);
  return {
    ...world,
    run(statement) {
      const answered = answer<Awaited<ReturnType<ListProduct['run']>>>(child);
      child.send({ ask: 'run', statement });
      return answered;
    },
    async stop() {
      if (!child.connected) return;
      const ended = once(child, 'exit');
      child.send({ ask: 'stop' });
      await ended;
    },
  };
}
