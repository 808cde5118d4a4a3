import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Pool } from '../src/db/pool.ts';

/**
 * Statements that only some calls need: a session is cached for a second, and the caller of a connection is set only if
 * the last one was another.
 */
const OCCASIONAL = /\b(from|update) sessions\b|^set app\.caller/;

/**
 * Returns the statements that `work` sends through a pool. Statements of pollers, writes that an earlier call
 * deferred, and those of `OCCASIONAL` are not counted.
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
      const text = typeof args[0] === 'string' ? args[0] : args[0].text;
      if (isWork.getStore() && !OCCASIONAL.test(text)) statements.push(text);
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
