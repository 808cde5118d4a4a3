import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minimumBid, tooLow } from '@restvarde/contract/bids/bid-rules';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { checkInvariants } from '../../test/check-invariants.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

/** Concurrent bids on two nodes end up in one order. */

const { node, db } = await openTestNode();
const other = await node.startAnother();

const LADDER = [
  { min_price: 0, max_price: 5_000, increment: 50 },
  { min_price: 5_000, max_price: 100_000, increment: 200 },
];

const { company, makeOpen } = await makeSeller(node);
const bidders = await Promise.all(Array.from({ length: 5 }, () => makeBidder(node, company)));

/** Every bidder places `count` random bids on both nodes. Returns each with its start and end time. */
async function bidAtOnce(auction: number, count: number) {
  const calls = Array.from({ length: count }, async (_, index) => {
    const bidder = bidders[index % bidders.length]!;
    // Later bids tend to be higher, so that each race has many steps.
    const amount = 100 + Math.floor(Math.random() * (1 + index * 50));
    const on = index % 2 === 0 ? node : other;
    const called = performance.now();
    const answer = await bidder.bid(auction, amount, { on });
    return { bidder, amount, answer, called, returned: performance.now() };
  });
  return Promise.all(calls);
}

test('BID-7, BID-8 the accepted ones of 200 concurrent bids on two nodes rise strictly', async () => {
  const auction = await makeOpen({ start_bid: 100, ladder: LADDER });
  await sql`
    update auction_standings set end_dt = now_ms() + interval '60 seconds'
    where auction_id = ${auction}`.execute(db);
  const calls = await bidAtOnce(auction, 200);
  const { bids } = await checkInvariants(db, auction);
  assert.ok(bids.length > 1);
  assert.ok(bids.every((bid, index) => index === 0 || bid.amount > bids[index - 1]!.amount));

  const accepted = calls.filter(({ answer }) => answer.status === 201);
  const byAmount = (a: { amount: number }, b: { amount: number }) => a.amount - b.amount;
  assert.deepEqual(
    accepted
      .map(({ bidder, amount }) => ({ service_station_id: bidder.id, amount }))
      .toSorted(byAmount),
    bids.map(({ service_station_id, amount }) => ({ service_station_id, amount })),
    'exactly the bids answered with 201 are stored',
  );

  // A bid that was answered before another was sent has the lower id.
  const idOf = new Map(bids.map((bid) => [bid.amount, bid.id]));
  for (const first of accepted) {
    for (const second of accepted) {
      if (first.returned >= second.called) continue;
      assert.ok(idOf.get(first.amount)! < idOf.get(second.amount)!);
    }
  }

  // Every error names a minimum that was in force and that the bid was below.
  const rules = { start_bid: 100, bid_increments: LADDER };
  const minimums = [null, ...bids.map((bid) => bid.amount)].map((at) => minimumBid(rules, at));
  for (const { answer, amount } of calls.filter((call) => call.answer.status !== 201)) {
    assert.equal(answer.status, 400);
    const explains = minimums.filter((least) => tooLow(least) === answer.body.bid?.[0]);
    assert.equal(explains.length, 1, answer.raw);
    assert.ok(amount < explains[0]!);
  }
});

test('BID-7 exactly one of equal concurrent bids is accepted', async () => {
  for (let round = 0; round < 10; round++) {
    const auction = await makeOpen();
    const answers = await Promise.all(
      bidders.map((bidder, index) =>
        bidder.bid(auction, 1_000, { on: index % 2 === 0 ? node : other }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).toSorted();
    assert.deepEqual(statuses, [201, 400, 400, 400, 400]);
    await checkInvariants(db, auction);
  }
});

test('BID-7, AUC-11 equal sealed bids are all accepted and the earliest leads', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  const calls = bidders.flatMap((bidder) => [
    { bidder, amount: 7_000, on: node },
    { bidder, amount: 6_000, on: other },
  ]);
  const answers = await Promise.all(
    calls.map(({ bidder, amount, on }) => bidder.bid(auction, amount, { on })),
  );
  const { bids, leader } = await checkInvariants(db, auction);
  assert.equal(bids.filter((bid) => bid.amount === 7_000).length, bidders.length);
  assert.equal(leader?.id, bids.find((bid) => bid.amount === 7_000)?.id);
  for (const [index, { status, body }] of answers.entries()) {
    if (status === 201) {
      assert.deepEqual(
        [body.outcome, body.highest_bid, body.bid_count, body.bid],
        ['sealed', null, null, calls[index]!.amount],
      );
    } else {
      // Below the same station's own bid of 7 000.
      assert.equal(body.bid[0], tooLow(7_001));
    }
  }
});

test('BID-8 concurrent bids on many auctions are decided independently', async () => {
  const auctions = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      makeOpen({ hidden_bids: index % 3 === 0, ladder: LADDER }),
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      bidders[index % bidders.length]!.bid(
        auctions[(index * 7) % auctions.length]!,
        1 + Math.floor(Math.random() * 3_000),
        { on: index % 3 === 0 ? node : other },
      ),
    ),
  );
  let stored = 0;
  for (const auction of auctions) stored += (await checkInvariants(db, auction)).bids.length;
  assert.equal(answers.filter((answer) => answer.status === 201).length, stored);
  assert.ok(answers.every((answer) => answer.status === 201 || answer.status === 400));
});
