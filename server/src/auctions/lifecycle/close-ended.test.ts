import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';
import { sql } from 'kysely';
import { makeBidder } from '../../../test/bidders.ts';
import { checkInvariants, readBidding } from '../../../test/check-invariants.ts';
import { type AuctionValues, endNow, makeAuction } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { closeEnded } from './close-ended.ts';

/** The node has no worker, so it closes nothing by itself. */
const { node, db } = await openTestNode();
const nodes = [node, await node.startAnother(), await node.startAnother()];

const { company, manager, ada, bo, bidByTurns } = await makeSeller(node);

const makeOpen = (values: Partial<AuctionValues> = {}) =>
  makeAuction(db, { company, creator: manager, extension_minutes: 0, ...values });

const closings = async (auctions: number[]) => {
  const { rows } = await sql<{ auction_id: number; after: object; user_id: null }>`
    select auction_id, after, user_id from audit_log
    where action = 'close' and auction_id = any(${auctions}::integer[]) order by auction_id`.execute(
    db,
  );
  return rows;
};

/** Polls on all nodes at once until nothing is left. */
const pollAll = () =>
  Promise.all(
    nodes.map(async ({ context }) => {
      while ((await closeEnded(context)) > 0);
    }),
  );

test('AUC-11 at the end the highest bid wins if there is no reserve or it is met', async () => {
  const cases: [name: string, Partial<AuctionValues>, bids: number[], winner: number | null][] = [
    ['no bid', {}, [], null],
    ['no reserve', {}, [100, 200], 2],
    ['a reserve that is met exactly', { reservation_price: 200 }, [100, 200], 2],
    ['a reserve that is not met', { reservation_price: 201 }, [100, 200], null],
    ['a reserve without a bid', { reservation_price: 0 }, [], null],
    ['sealed, where the last is not the highest', { hidden_bids: true }, [900, 200], 1],
    ['sealed and equal: the earliest', { hidden_bids: true }, [500, 500], 1],
    ['sealed below the reserve', { hidden_bids: true, reservation_price: 501 }, [500, 500], null],
  ];
  for (const [name, values, bids, winner] of cases) {
    const auction = await makeOpen(values);
    await bidByTurns(auction, bids);
    await endNow(db, auction);
    await closeEnded(node.context);
    const { standing } = await readBidding(db, auction);
    assert.equal(standing.winning_bid_id, winner, name);
    assert.ok(standing.closed_at, name);
    assert.equal(standing.winner_notified_at, null, name);
    const [closing] = await closings([auction]);
    assert.deepEqual(closing?.after, {
      winning_bid_id: winner,
      highest_bid: standing.highest_bid,
    });
  }
});

test('AUC-11 a removed bid does not win, the next highest does', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 900);
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/2`);
  await endNow(db, auction);
  await closeEnded(node.context);
  assert.equal((await readBidding(db, auction)).standing.winning_bid_id, 1);
});

test('AUC-6, AUC-7 a cancelled or deleted auction is not closed again and has no winner', async () => {
  const [cancelled, deleted] = [await makeOpen(), await makeOpen()];
  await ada.bid(cancelled, 100);
  await ada.bid(deleted, 100);
  await node.call(manager, 'POST', `/api/auctions/${cancelled}/cancel`);
  await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  await endNow(db, deleted);
  await pollAll();
  assert.deepEqual(await closings([cancelled, deleted]), []);
  for (const auction of [cancelled, deleted]) {
    assert.equal((await readBidding(db, auction)).standing.winning_bid_id, null);
  }
});

test('AUC-11 300 auctions closed by three nodes at once are each closed exactly once', async () => {
  const auctions = await Promise.all(Array.from({ length: 300 }, () => makeOpen()));
  await endNow(db, ...auctions);
  await pollAll();
  const closed = await closings(auctions);
  assert.deepEqual(
    closed.map((row) => row.auction_id),
    auctions.toSorted((a, b) => a - b),
  );
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = any(${auctions}::integer[])
      and (s.closed_at is null or a.closed_at is distinct from s.closed_at)`.execute(db);
  assert.equal(rows[0]?.open, 0);
});

test('AUC-11 a locked auction is left for the next poll and does not block the others', async () => {
  const [held, free] = [await makeOpen(), await makeOpen()];
  await endNow(db, held, free);
  await db.transaction().execute(async (tx) => {
    await sql`select from auction_standings where auction_id = ${held} for update`.execute(tx);
    await closeEnded(nodes[1]!.context);
    assert.equal((await closings([held, free])).length, 1);
  });
  await closeEnded(node.context);
  assert.equal((await closings([held, free])).length, 2);
});

test('BID-5 closed is a one-way flag: nothing reopens an auction, and a winner requires it', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await assert.rejects(
    sql`update auction_standings set winning_bid_id = 1 where auction_id = ${auction}`.execute(db),
    /check constraint/,
  );
  await endNow(db, auction);
  await closeEnded(node.context);
  for (const value of ['null', 'now_ms()', "now_ms() + interval '1 hour'"]) {
    await assert.rejects(
      sql`update auction_standings set closed_at = ${sql.raw(value)} where auction_id = ${auction}`.execute(
        db,
      ),
      /is closed and stays closed/,
    );
  }
  await assert.rejects(
    sql`update auction_standings set winning_bid_id = 2 where auction_id = ${auction}`.execute(db),
    /foreign key/,
  );
  await sql`
    update auction_standings set end_dt = now_ms() + interval '1 hour'
    where auction_id = ${auction}`.execute(db);
  assert.deepEqual((await bo.bid(auction, 200)).body, { bid: [BID_SENTENCE.ended] });
});

test('BID-5, AUC-11 around the end of 100 auctions no bid is late, and the highest wins', async () => {
  const bidders = await Promise.all(Array.from({ length: 6 }, () => makeBidder(node, company)));
  const auctions = await Promise.all(
    Array.from({ length: 100 }, (_, index) => makeOpen({ hidden_bids: index % 4 === 0 })),
  );
  const other = await makeOpen();
  const startedAt = performance.now();
  await Promise.all(bidders.map((bidder, seat) => bidder.bid(other, 10, { on: nodes[seat % 3]! })));
  // The auctions end within about two seconds, and not before several bids, while all nodes poll.
  const lead_s = 0.2 + (3 * (performance.now() - startedAt)) / 1_000;
  await sql`
    update auction_standings set end_dt = now_ms() + make_interval(secs => ${lead_s} + 0.018 * place)
    from unnest(${auctions}::integer[]) with ordinality as t(id, place)
    where auction_id = t.id`.execute(db);
  let isOver = false;
  const ended = new Set<number>();
  const accepted = new Map<number, number[]>();
  const bidding = bidders.map(async (bidder, seat) => {
    for (let round = 1; ended.size < auctions.length; round++) {
      const open = auctions.filter((auction) => !ended.has(auction)).slice(0, 8);
      await Promise.all(
        open.map(async (auction) => {
          const amount = round * 10 + seat;
          const { status, body } = await bidder.bid(auction, amount, { on: nodes[seat % 3]! });
          if (status === 201) accepted.set(auction, [...(accepted.get(auction) ?? []), amount]);
          else if (body.bid?.[0] === BID_SENTENCE.ended) ended.add(auction);
          else assert.equal(status, 400);
        }),
      );
    }
  });
  const closing = nodes.map(async ({ context }) => {
    while (!isOver) await closeEnded(context);
  });
  await Promise.all(bidding);
  isOver = true;
  await Promise.all(closing);
  await pollAll();
  assert.equal((await closings(auctions)).length, auctions.length);
  let total = 0;
  for (const auction of auctions) {
    const { bids, standing, leader } = await checkInvariants(db, auction);
    assert.deepEqual(
      (accepted.get(auction) ?? []).toSorted(),
      bids.map((bid) => bid.amount).toSorted(),
    );
    assert.ok(standing.closed_at! >= standing.end_dt);
    assert.ok(bids.every((bid) => bid.placed_at < standing.end_dt));
    assert.equal(standing.winning_bid_id, leader?.id ?? null);
    total += bids.length;
  }
  assert.ok(total > 0);
});
