import assert from 'node:assert/strict';
import type pg from 'pg';
import type { TestNode } from '../test-node.ts';

/** What the database did for a page of Auktioner: its plan with what each part of it really did, as text. */
export async function planOfList(
  node: TestNode,
  client: pg.Client,
  { user, query }: { user: number; query: string },
): Promise<string> {
  const asked: { text: string; values: unknown[] }[] = [];
  const { pg: pool } = node.context.pool;
  const watch = (one: pg.PoolClient) => {
    const { query: ask } = one;
    one.query = ((...args: [string | { text: string }, unknown[]]) => {
      const [first, values = []] = args;
      asked.push({ text: typeof first === 'string' ? first : first.text, values });
      return (ask as (...given: unknown[]) => unknown).apply(one, args);
    }) as typeof ask;
  };
  pool.once('acquire', watch);
  const { status } = await node.call(user, 'GET', `/api/auctions?${query}`);
  assert.equal(status, 200);
  const { text, values } = asked.find((one) => one.text.includes('cursor_key'))!;
  const { rows } = await client.query(`explain (analyze, costs off) ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
