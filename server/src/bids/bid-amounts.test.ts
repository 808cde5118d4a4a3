import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooLow } from '@restvarde/contract/bids/bid-rules';
import { checkInvariants } from '../../test/check-invariants.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const LADDER = [
  { min_price: 0, max_price: 1_000, increment: 100 },
  { min_price: 2_000, max_price: 5_000, increment: 250 },
];

const { ada, bo, makeOpen } = await makeSeller(node);

test('BID-3, BID-4 minimum bids follow the increments of the auction', async () => {
  const auction = await makeOpen({ start_bid: 500, ladder: LADDER });
  const steps: [amount: number, refusedBelow: number][] = [
    [500, 500],
    [600, 600],
    // 700 is in the first interval. 1 000 is between the intervals and uses the increment of the lower one.
    [1_000, 700],
    [1_100, 1_100],
    [2_000, 1_200],
    [2_250, 2_250],
    [9_000, 2_500],
    [9_250, 9_250],
  ];
  for (const [index, [amount, least]] of steps.entries()) {
    const bidder = index % 2 === 0 ? ada : bo;
    const low = await bidder.bid(auction, least - 1);
    assert.deepEqual([low.status, low.body], [400, { bid: [tooLow(least)] }]);
    assert.equal((await bidder.bid(auction, amount)).status, 201);
  }
  assert.equal(
    (await ada.bid(await makeOpen(), 1)).status,
    201,
    'the minimum without a start bid is 1 krona',
  );
  await checkInvariants(db, auction);
});

test('BID-3 a station can raise its own leading bid', async () => {
  const auction = await makeOpen({ ladder: LADDER });
  await ada.bid(auction, 100);
  assert.deepEqual((await ada.bid(auction, 150)).body, { bid: [tooLow(200)] });
  assert.equal((await ada.bid(auction, 200)).body.outcome, 'leading');
});

test('BID-3, BID-7 a sealed minimum depends on the station’s own bids only, and equal bids are accepted', async () => {
  const auction = await makeOpen({ hidden_bids: true, start_bid: 500, ladder: LADDER });
  await ada.bid(auction, 9_000);
  assert.deepEqual((await bo.bid(auction, 499)).body, { bid: [tooLow(500)] });
  assert.equal((await bo.bid(auction, 600)).status, 201);
  assert.deepEqual((await bo.bid(auction, 699)).body, { bid: [tooLow(700)] });
  assert.equal((await bo.bid(auction, 9_000)).status, 201);
  const { leader } = await checkInvariants(db, auction);
  assert.equal(leader?.service_station_id, ada.id);
});
