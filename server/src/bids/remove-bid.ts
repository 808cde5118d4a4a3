import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { lockAuction, nextChange } from '../auctions/access/locked-auction.ts';
import { writeAudit } from '../auctions/audit.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { notifyOfStandings } from '../live/standings-notice.ts';
import { endMaxBids } from '../service-stations/end-max-bids.ts';
import type { BidRemovedJob } from './emails/bid-removed.email.tsx';

interface RemovedBid {
  bid_id: number;
  amount: number;
  service_station_id: number;
}

/**
 * Removes a bid from an active auction, with the automatic bids that it caused, and ends the maximum of its station. The
 * rows are kept and marked. The highest bid and the count are recomputed and may fall. The maximum of the new leader counts
 * again. The end is not moved back. The bid's station is notified (AUC-9, AUTO-11).
 * @throws DomainError 404 if the auction or bid does not exist; 400 if the auction is not active
 */
export async function removeBid(
  context: AppContext,
  viewer: Viewer,
  auctionId: number,
  bidId: number,
): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, auctionId);
    const before = await readMaxStates(tx, auctionId);
    const { removed, caused } = await markRemoved(tx, viewer, auctionId, bidId);
    if (!removed) throw refuse.notFound();
    if (auction.state !== 'active')
      throw refuse.detail('Bud kan bara tas bort medan auktionen är aktiv.');
    await endMaxBids(tx, removed.service_station_id, [auctionId], 'bid_removed');
    await recompute(tx, auctionId, 1 + caused.length);
    await writeAudit(tx, viewer, auction, 'remove bid', {
      before: { ...removed, ...(caused.length > 0 && { with: caused }) },
    });
    const job: BidRemovedJob = { kind: 'bid-removed', auction_id: auctionId, bid_id: bidId };
    await context.jobs.send(tx, 'mail', job);
    const after = await readMaxStates(tx, auctionId);
    const changed = new Set([...before.keys()].filter((id) => before.get(id) !== after.get(id)));
    // Their page can then see that the removed bid was not their own.
    for (const bid of caused) changed.add(bid.service_station_id);
    await notifyOfStandings(tx, {
      ids: [auctionId],
      own: [[auctionId, removed.service_station_id]],
      ...(changed.size > 0 && { max_bids: [...changed].map((id) => [auctionId, id]) }),
    });
  });
}

/** Marks a bid and the automatic bids that it caused as removed, at the same time. `removed` is null if there is none. */
async function markRemoved(tx: Tx, viewer: Viewer, auction: number, bid: number) {
  const { rows } = await sql<RemovedBid>`
    with at as materialized (select now_ms() as now)
    update bids b
    set removed_at = at.now, removed_by = ${viewer.user_id}
    from at
    where b.auction_id = ${auction} and b.removed_at is null
      and (b.id = ${bid} or b.called_by = ${bid} and exists (
        select from bids called
        where called.auction_id = b.auction_id and called.id = ${bid} and called.removed_at is null
      ))
    returning b.id as bid_id, b.amount, b.service_station_id`.execute(tx);
  const caused = rows.filter((row) => row.bid_id !== bid).toSorted((a, b) => a.bid_id - b.bid_id);
  return { removed: rows.find((row) => row.bid_id === bid) ?? null, caused };
}

/** Recomputes the standing from the bids that are left; the maximum of its leader counts again (AUTO-11). */
async function recompute(tx: Tx, auction: number, removed: number): Promise<void> {
  await sql`
    update auction_standings s
    set bid_count = s.bid_count - ${removed}::integer, highest_bid = leader.amount, leading_bid_id = leader.id,
      max_bid = newest.amount, max_bid_user_id = newest.user_id,
      max_bid_station_id = case when newest.amount is not null then leader.service_station_id end,
      changed_at = ${nextChange}
    from (select) one
    left join lateral (
      select b.id, b.amount, b.service_station_id from bids b
      where b.auction_id = ${auction} and b.removed_at is null
      order by b.amount desc, b.id
      limit 1
    ) leader on true
    left join lateral (
      select m.amount, m.user_id from max_bids m
      where m.service_station_id = leader.service_station_id and m.auction_id = ${auction}
      order by m.id desc
      limit 1
    ) newest on true
    where s.auction_id = ${auction}`.execute(tx);
}

/** The maximum of each station that has had one, with its state, to compare (AUTO-9). */
async function readMaxStates(tx: Tx, auction: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ station: number; state: string }>`
    select station, concat(newest.amount, ' ', station = leading_bid.service_station_id, ' ',
      newest.amount > s.highest_bid) as state
    from auction_standings s
    cross join unnest(s.bidder_ids) as station
    cross join lateral (
      select m.amount from max_bids m
      where m.service_station_id = station and m.auction_id = ${auction}
      order by m.id desc
      limit 1
    ) newest
    left join bids leading_bid on leading_bid.auction_id = s.auction_id and leading_bid.id = s.leading_bid_id
    where s.auction_id = ${auction}`.execute(tx);
  return new Map(rows.map(({ station, state }) => [station, state]));
}
