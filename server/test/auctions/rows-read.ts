import assert from 'node:assert/strict';
import pg from 'pg';
import type { TestNode } from '../test-node.ts';

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/**
 * Returns how many rows of tables and indexes the database reads for a page of Auktioner or of another list, with `cards`
 * for the cards of the page, or for the statements of `pattern`. Runs the statements again on `client`.
 */
export async function rowsRead(
  node: TestNode,
  client: pg.Client,
  { user, query, path = 'auctions', cards = false, pattern }: PageRequest,
): Promise<number> {
  const sent: { text: string; values: unknown[] }[] = [];
  const { pg: pool } = node.context.pool;
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (one: pg.PoolClient) => {
    const { query: send } = one;
    if (watched.has(one)) return;
    watched.set(one, send);
    one.query = ((...args: [string | { text: string; values?: unknown[] }, unknown[]]) => {
      const [first, given = []] = args;
      const { text, values = given } = typeof first === 'string' ? { text: first } : first;
      sent.push({ text, values });
      return (send as (...given: unknown[]) => unknown).apply(one, args);
    }) as typeof send;
  };
  pool.on('acquire', watch);
  const { status } = await node.call(user, 'GET', `/api/${path}?${query}`);
  pool.off('acquire', watch);
  for (const [one, send] of watched) one.query = send;
  assert.equal(status, 200);
  let sum = 0;
  const wanted = pattern ?? (cards ? /company_name/ : /cursor_key|matches/);
  // As in the node, where plans do not depend on the values.
  await client.query('set plan_cache_mode = force_generic_plan');
  for (const { text, values } of sent.filter((one) => wanted.test(one.text))) {
    await client.query(`prepare counted as ${text}`);
    const list = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const { rows } = await client.query(`explain (analyze, format json) execute counted${list}`);
    await client.query('deallocate counted');
    sum += sumRows(rows[0]['QUERY PLAN'][0].Plan);
  }
  return sum;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  const text = Array.isArray(value)
    ? `{${value.map((item) => JSON.stringify(item)).join(',')}}`
    : value instanceof Date
      ? value.toISOString()
      : String(value);
  return pg.escapeLiteral(text);
}

export interface PageRequest {
  user: number;
  query: string;
  path?: string;
  cards?: boolean;
  /** The statements that count. */
  pattern?: RegExp;
}

function sumRows(plan: PlanNode): number {
  const isScan = /^(Seq|Index|Index Only|Bitmap Index|Bitmap Heap) Scan$/.test(plan['Node Type']);
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = isScan ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + sumRows(part), own);
}
