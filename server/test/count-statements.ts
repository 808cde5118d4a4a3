import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Pool } from '../src/db/pool.ts';

/**
 * Returns the statements that `work` sends through a pool. Statements of pollers, and writes that an earlier call
 * deferred, are not counted.
 */
export async function countStatements(pool: Pool, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const isWork = new AsyncLocalStorage<true>();
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const query = client.query;
    watched.set(client, query);
    client.query = ((...args: [string | { text: string }]) => {
      if (isWork.getStore()) statements.push(typeof args[0] === 'string' ? args[0] : args[0].text);
      return (query as (...given: unknown[]) => unknown).apply(client, args);
    }) as typeof query;
  };
  pool.pg.on('acquire', watch);
  try {
    // Awaited inside, because `inject` starts when it is awaited.
    await isWork.run(true, async () => await work());
  } finally {
    pool.pg.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
  return statements;
}
