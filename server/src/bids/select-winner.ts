import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { lockAuction, nextChange } from '../auctions/access/locked-auction.ts';
import { writeAudit } from '../auctions/audit.ts';
import { sendEndedEmails } from '../auctions/emails/ended-job.ts';
import type { WinnerWithdrawnJob } from '../auctions/emails/winner-withdrawn-job.ts';
import { markOutcome } from '../auctions/notify-winner.ts';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { noticeStandings } from '../live/standings-notice.ts';

const GONE = 'Verkstaden är borttagen och kan inte bli vinnare. Välj ett annat bud.';

/**
 * Makes a bid the winning one of an auction that has ended, in place of an earlier winner. Another than the
 * highest needs a reason, which is kept; one who had been told of having won is told otherwise (AUC-8). Of a sealed
 * auction no other station learns of it (AUC-13).
 */
export async function selectWinner(
  context: AppContext,
  viewer: Viewer,
  choice: { auction: number; bid: number; reason: string | undefined },
): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, choice.auction);
    const bid = await tx
      .selectFrom('bids')
      .innerJoin('service_stations as station', 'station.id', 'bids.service_station_id')
      .select(['bids.id', 'bids.amount', 'station.removed_at as station_removed_at'])
      .where('bids.auction_id', '=', choice.auction)
      .where('bids.id', '=', choice.bid)
      .where('bids.removed_at', 'is', null)
      .executeTakeFirst();
    if (!bid) throw refuse.notFound();
    if (auction.state !== 'ended')
      throw refuse.detail('Vinnare kan väljas när auktionen är avslutad.');
    if (auction.winning_bid_id === bid.id) throw refuse.detail('Budet är redan vinnande bud.');
    if (bid.station_removed_at !== null) throw refuse.detail(GONE);
    if (auction.leading_bid_id !== bid.id && !choice.reason) {
      throw refuse.field('reason', 'Ange varför ett annat bud än det högsta väljs.');
    }
    const isClosing = auction.closed_at === null;
    await tx
      .updateTable('auction_standings')
      .set({
        winning_bid_id: bid.id,
        winner_reason: choice.reason || null,
        winner_notified_at: null,
        closed_at: sql<Date>`coalesce(closed_at, now_ms())`,
        changed_at: nextChange,
        ...(isClosing && { end_changed_at: nextChange }),
      })
      .where('auction_id', '=', choice.auction)
      .execute();
    await tx
      .updateTable('auctions')
      .set({ closed_at: sql<Date>`coalesce(closed_at, now_ms())` })
      .where('id', '=', choice.auction)
      .execute();
    await writeAudit(tx, viewer, auction, 'select winner', {
      before: { winning_bid_id: auction.winning_bid_id },
      after: { winning_bid_id: bid.id, amount: bid.amount, reason: choice.reason },
    });
    // Chosen before the poller came by: then this is the auction's closing.
    if (isClosing) await sendEndedEmails(context, tx, [choice.auction]);
    const withdrawn: [auction: number, station: number][] = [];
    if (auction.winner_notified_at !== null) {
      const station = await markOutcome(tx, choice.auction, auction.winning_bid_id!);
      withdrawn.push([choice.auction, station]);
      const job: WinnerWithdrawnJob = {
        kind: 'winner-withdrawn',
        auction_id: choice.auction,
        bid_id: auction.winning_bid_id!,
      };
      await context.jobs.send(tx, 'mail', job);
    }
    await noticeStandings(tx, {
      ids: [choice.auction],
      ends: isClosing ? [choice.auction] : [],
      own: withdrawn,
    });
  });
}
