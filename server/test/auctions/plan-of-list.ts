import assert from 'node:assert/strict';
import type pg from 'pg';
import type { TestNode } from '../test-node.ts';

/**
 * What the database did to find a page of Auktioner, or of another list, or with `cards` to read its cards: its plans with what
 * each part of them really did, as text.
 */
export async function planOfList(
  node: TestNode,
  client: pg.Client,
  {
    user,
    query,
    path = 'auctions',
    cards = false,
  }: { user: number; query: string; path?: string; cards?: boolean },
): Promise<string> {
  const asked: { text: string; values: unknown[] }[] = [];
  const { pg: pool } = node.context.pool;
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (one: pg.PoolClient) => {
    const { query: ask } = one;
    if (watched.has(one)) return;
    watched.set(one, ask);
    one.query = ((...args: [string | { text: string; values?: unknown[] }, unknown[]]) => {
      const [first, given = []] = args;
      const { text, values = given } = typeof first === 'string' ? { text: first } : first;
      asked.push({ text, values });
      return (ask as (...given: unknown[]) => unknown).apply(one, args);
    }) as typeof ask;
  };
  pool.on('acquire', watch);
  const { status } = await node.call(user, 'GET', `/api/${path}?${query}`);
  pool.off('acquire', watch);
  for (const [one, ask] of watched) one.query = ask;
  assert.equal(status, 200);
  const plans: string[] = [];
  const meant = cards ? /company_name/ : /cursor_key|matches/;
  for (const { text, values } of asked.filter((one) => meant.test(one.text))) {
    const { rows } = await client.query(`explain (analyze, costs off) ${text}`, values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans.join('\n');
}
