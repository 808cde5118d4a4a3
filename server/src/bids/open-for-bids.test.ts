import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { type Bidder, makeBidder } from '../../test/bidders.ts';
import { checkInvariants, readBidding } from '../../test/check-invariants.ts';
import { makeAuction, makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { company, manager, ada, bo, makeOpen } = await makeSeller(node);

const countBids = async (auction: number) => (await readBidding(db, auction)).bids.length;

test('BID-5 an auction that has not started, is deleted or is not offered does not exist', async () => {
  const rivalCompany = await makeCompany(db);
  const rivals = await makeStaff(db, rivalCompany);
  const category = await makeCategory(db);
  const picky = await makeBidder(node, company, { categories: [category] });
  const deleted = await makeOpen();
  await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  const cases: [string, Bidder, number | string][] = [
    ['upcoming', ada, await makeOpen({ starts: 60, ends: 3_600 })],
    ['deleted', ada, deleted],
    ['never was', ada, 999_999],
    ['no id', ada, 'x'],
    ['too large an id', ada, 99_999_999_999],
    ["another company's", ada, await makeAuction(db, { company: rivalCompany, creator: rivals })],
    [
      "another company's that has ended",
      ada,
      await makeAuction(db, { company: rivalCompany, creator: rivals, ends: -60 }),
    ],
    ['of no category of its own', picky, await makeOpen({ categories: [await makeCategory(db)] })],
  ];
  for (const [name, bidder, auction] of cases) {
    const answer = await bidder.bid(auction as number, 100);
    assert.deepEqual([answer.status, answer.body], [404, { detail: SENTENCE.notFound }], name);
  }
  const ofCategory = await makeOpen({ categories: [category] });
  assert.equal((await picky.bid(ofCategory, 100)).status, 201);
  const global = await makeAuction(db, {
    company: rivalCompany,
    creator: rivals,
    is_global: true,
  });
  assert.equal((await ada.bid(global, 100)).status, 201);
});

test('BID-5 no bid is accepted after the end or after cancelling', async () => {
  const ended = await makeOpen({ ends: -1 });
  const cancelled = await makeOpen();
  await ada.bid(cancelled, 100);
  assert.equal((await node.call(manager, 'POST', `/api/auctions/${cancelled}/cancel`)).status, 200);
  for (const auction of [ended, cancelled]) {
    const answer = await bo.bid(auction, 500);
    assert.deepEqual([answer.status, answer.body], [400, { bid: [BID_SENTENCE.ended] }]);
  }
  assert.equal(await countBids(ended), 0);
  await checkInvariants(db, cancelled);
});

test('BID-5 a closed auction accepts no bid, even if the clock was set back', async () => {
  const auction = await makeOpen();
  await sql`update auction_standings set closed_at = now_ms() where auction_id = ${auction}`.execute(
    db,
  );
  assert.deepEqual((await ada.bid(auction, 100)).body, { bid: [BID_SENTENCE.ended] });
  assert.equal(await countBids(auction), 0);
});
