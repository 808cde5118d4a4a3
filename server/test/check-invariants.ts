import assert from 'node:assert/strict';
import { endAfterBid, minimumBid } from '@restvarde/contract/bids/bid-rules';
import type { Database } from '../src/db/pool.ts';

/** An auction's stored bids, in the order of acceptance. */
export async function readBidding(db: Database, auction: number) {
  const bids = await db
    .selectFrom('bids')
    .selectAll()
    .where('auction_id', '=', auction)
    .orderBy('id')
    .execute();
  const standing = await db
    .selectFrom('auction_standings as s')
    .innerJoin('auctions as a', 'a.id', 's.auction_id')
    .selectAll('s')
    .select([
      'a.hidden_bids',
      'a.start_bid',
      'a.bid_increments',
      'a.extension_minutes',
      'a.reservation_price',
      'a.cancelled_at',
    ])
    .where('s.auction_id', '=', auction)
    .executeTakeFirstOrThrow();
  return { bids, standing };
}

/**
 * Checks an auction against the bidding rules: ids without gaps, amounts above the minimum of their position, times in
 * order, each end continuing the previous one, and the standing that the bids give.
 */
export async function checkInvariants(db: Database, auction: number) {
  const { bids, standing } = await readBidding(db, auction);
  const { bid_increments } = standing as unknown as {
    bid_increments: Parameters<typeof minimumBid>[0]['bid_increments'];
  };
  const rules = { ...standing, bid_increments };
  const own = new Map<number, number>();
  let highest: number | null = null;
  let before: (typeof bids)[number] | undefined;
  const anyRemoved = bids.some((bid) => bid.removed_at !== null);
  const maxBids = await readMaxBids(db, auction);
  for (const [index, bid] of bids.entries()) {
    const name = `bid ${bid.id} of auction ${auction}`;
    assert.equal(bid.id, index + 1, `${name} follows without a gap`);
    assert.ok(bid.placed_at < bid.end_before, `${name} was placed before the end`);
    if (before) {
      assert.ok(bid.placed_at >= before.placed_at, `${name} was not placed before the one before`);
      assert.deepEqual(bid.end_before, before.end_after, `${name} found the end as it was left`);
    }
    const span = {
      start_dt: 0,
      end_dt: bid.end_before.getTime(),
      extension_minutes: rules.extension_minutes,
    };
    assert.equal(bid.end_after.getTime(), endAfterBid(span, bid.placed_at.getTime()), name);
    // Judged before the leader's maximum answered it (AUTO-6).
    const isAnswered = before?.called_by === bid.id;
    const isOwnMaximum = maxBids.size > 0 && bid.minimum === (highest ?? 0) + 1;
    if (!anyRemoved && !isAnswered && !isOwnMaximum) {
      const beats: number | null = rules.hidden_bids
        ? (own.get(bid.service_station_id) ?? null)
        : highest;
      assert.equal(bid.minimum, minimumBid(rules, beats), `${name} had to be that much`);
    }
    if (bid.is_automatic && !anyRemoved) {
      assert.equal(bid.minimum, (highest ?? 0) + 1, `${name} is automatic (AUTO-6)`);
    }
    assert.ok(bid.amount >= bid.minimum, `${name} is enough`);
    own.set(bid.service_station_id, bid.amount);
    highest = Math.max(highest ?? 0, bid.amount);
    before = bid;
  }
  assert.equal(standing.last_bid_id, bids.length);
  assert.deepEqual(
    standing.bidder_ids.toSorted((a, b) => a - b),
    [...new Set(bids.map((bid) => bid.service_station_id))].sort((a, b) => a - b),
  );
  if (before && !standing.cancelled_at) assert.deepEqual(standing.end_dt, before.end_after);
  const standingBids = bids.filter((bid) => bid.removed_at === null);
  const [leader] = standingBids.toSorted((a, b) => b.amount - a.amount || a.id - b.id);
  assert.deepEqual(
    {
      bid_count: standing.bid_count,
      highest_bid: standing.highest_bid,
      leading_bid_id: standing.leading_bid_id,
    },
    {
      bid_count: standingBids.length,
      highest_bid: leader?.amount ?? null,
      leading_bid_id: leader?.id ?? null,
    },
  );
  const leadersMax = leader && maxBids.get(leader.service_station_id);
  assert.deepEqual(
    [standing.max_bid, standing.max_bid_station_id],
    leadersMax === undefined || standing.closed_at
      ? [null, null]
      : [leadersMax, leader!.service_station_id],
    'the leader’s maximum',
  );
  if (leader && standing.max_bid !== null) assert.ok(leader.amount <= standing.max_bid);
  return { bids, standing, leader, maxBids };
}

/** The maximum of each station that has one (AUTO-8). */
async function readMaxBids(db: Database, auction: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('max_bids')
    .select(['service_station_id', 'amount'])
    .where('auction_id', '=', auction)
    .orderBy('id')
    .execute();
  const newest = new Map(rows.map((row) => [row.service_station_id, row.amount]));
  return new Map([...newest].flatMap(([id, amount]) => (amount === null ? [] : [[id, amount]])));
}
