import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { lockAuction, nextChange } from '../auctions/access/locked-auction.ts';
import { writeAudit } from '../auctions/audit.ts';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { noticeStandings } from '../live/standings-notice.ts';
import type { BidRemovedJob } from './emails/bid-removed-job.ts';

/**
 * Removes a bid from an active auction. The row is kept and marked. The highest bid and the count are recomputed
 * and may fall, the end is not moved back, and the station is notified (AUC-9).
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
    const removed = await tx
      .updateTable('bids')
      .set({ removed_at: sql<Date>`now_ms()`, removed_by: viewer.user_id })
      .where('auction_id', '=', auctionId)
      .where('id', '=', bidId)
      .where('removed_at', 'is', null)
      .returning(['amount', 'service_station_id'])
      .executeTakeFirst();
    if (!removed) throw refuse.notFound();
    if (auction.state !== 'active')
      throw refuse.detail('Bud kan bara tas bort medan auktionen är aktiv.');
    await sql`
      update auction_standings s
      set bid_count = s.bid_count - 1, highest_bid = leader.amount, leading_bid_id = leader.id,
        changed_at = ${nextChange}
      from (select) one left join lateral (
        select b.id, b.amount from bids b
        where b.auction_id = ${auctionId} and b.removed_at is null
        order by b.amount desc, b.id
        limit 1
      ) leader on true
      where s.auction_id = ${auctionId}`.execute(tx);
    await writeAudit(tx, viewer, auction, 'remove bid', { before: { bid_id: bidId, ...removed } });
    const job: BidRemovedJob = { kind: 'bid-removed', auction_id: auctionId, bid_id: bidId };
    await context.jobs.send(tx, 'mail', job);
    await noticeStandings(tx, {
      ids: [auctionId],
      own: [[auctionId, removed.service_station_id]],
    });
  });
}
