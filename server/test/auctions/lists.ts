import assert from 'node:assert/strict';
import { shiftAuction } from '../factories.ts';
import type { TestNode } from '../test-node.ts';
import { closeAll } from './close-all.ts';

const DAY_S = 86_400;

/** The ids of a user's list of one page, in order. */
export async function listIds(
  node: TestNode,
  user: number,
  query = '',
  path = 'auctions',
): Promise<number[]> {
  const { status, body } = await node.call(user, 'GET', `/api/${path}${query && `?${query}`}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.next, null);
  return body.results.map(({ id }: { id: number }) => id);
}

/** Ends auctions and closes them. */
export async function endAuctions(node: TestNode, ...ids: number[]): Promise<void> {
  for (const id of ids) await shiftAuction(node.context.pool.db, id, -10 * DAY_S);
  await closeAll(node);
}
