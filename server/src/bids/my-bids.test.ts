import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bidder, makeBidder } from '../../test/bidders.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node } = await openTestNode();

const { company, manager, ada, bo, makeOpen } = await makeSeller(node);

const standingsOf = async (bidder: Bidder) => {
  const { body } = await node.call(bidder.user_id, 'GET', '/api/my-bids');
  return body.map((one: Record<string, unknown>) => [one.auction_id, one.my_bid, one.highest_bid]);
};

test('LIVE-8 a station gets its standing in running open auctions it has bid in, earliest end first', async () => {
  const later = await makeOpen({ ends: 7_200 });
  const sooner = await makeOpen({ ends: 3_600 });
  const unbid = await makeOpen();
  const removed = await makeOpen();
  const over = await makeOpen();
  await ada.bid(later, 100);
  await bo.bid(later, 200);
  await ada.bid(sooner, 100);
  await bo.bid(unbid, 100);
  await ada.bid(removed, 100);
  await bo.bid(removed, 200);
  await node.call(manager, 'DELETE', `/api/auctions/${removed}/bids/1`);
  await ada.bid(over, 100);
  await node.call(manager, 'POST', `/api/auctions/${over}/cancel`);
  assert.deepEqual(await standingsOf(ada), [
    [sooner, 100, 100],
    [later, 100, 200],
  ]);
  const { body } = await node.call(ada.user_id, 'GET', '/api/my-bids');
  const { body: auction } = await node.call(ada.user_id, 'GET', `/api/auctions/${later}`);
  assert.equal(body[1].standing_at, auction.standing_at);
  assert.equal((await node.call(manager, 'GET', '/api/my-bids')).status, 403);
});

test('LIVE-8, AUC-13 sealed auctions are left out', async () => {
  const cleo = await makeBidder(node, company);
  const sealed = await makeOpen({ hidden_bids: true });
  await cleo.bid(sealed, 100);
  await bo.bid(sealed, 200);
  assert.deepEqual(await standingsOf(cleo), []);
});
