import assert from 'node:assert/strict';
import { closeEnded } from '../../src/auctions/lifecycle/close-ended.ts';
import { shiftAuction } from '../factories.ts';
import type { TestNode } from '../test-node.ts';

const DAY_S = 86_400;

/** The ids of all auctions in a user's list, which fit a page, in their order. */
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

/** Lets auctions have ended, and closes them. */
export async function endAuctions(node: TestNode, ...ids: number[]): Promise<void> {
  for (const id of ids) await shiftAuction(node.context.pool.db, id, -10 * DAY_S);
  while ((await closeEnded(node.context)) > 0);
}
