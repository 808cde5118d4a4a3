import type pg from 'pg';
import type { Pool } from '../src/db/pool.ts';

/** The statements that go to the database through a pool while `work` is done. */
export async function countStatements(pool: Pool, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const query = client.query;
    watched.set(client, query);
    client.query = ((...args: [string | { text: string }]) => {
      statements.push(typeof args[0] === 'string' ? args[0] : args[0].text);
      return (query as (...given: unknown[]) => unknown).apply(client, args);
    }) as typeof query;
  };
  pool.pg.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.pg.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
  return statements;
}
