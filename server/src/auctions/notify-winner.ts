import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { refuse } from '../http/refusal.ts';
import { noticeStandings } from '../live/standings-notice.ts';
import type { Platform } from '../platform.ts';
import { writeAudit } from './audit.ts';
import { lockAuction, nextChange } from './locked-auction.ts';
import type { WinnerJob } from './winner-letter.ts';

/** Tells the winner by mail; once, however often it is asked for (AUC-10). */
export async function notifyWinner(platform: Platform, viewer: Viewer, id: number): Promise<void> {
  await platform.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    if (auction.winning_bid_id === null) throw refuse.detail('Auktionen har ingen vinnare än.');
    if (auction.winner_notified_at !== null) return;
    await tx
      .updateTable('auction_standings')
      .set({
        winner_notified_at: sql<Date>`now_ms()`,
        changed_at: nextChange,
        end_changed_at: nextChange,
      })
      .where('auction_id', '=', id)
      .execute();
    const job: WinnerJob = { letter: 'winner', auction_id: id, bid_id: auction.winning_bid_id };
    await platform.jobs.send(tx, 'mail', job);
    await writeAudit(tx, viewer, auction, 'notify winner', {
      after: { winning_bid_id: auction.winning_bid_id },
    });
    await noticeStandings(tx, { ids: [id], ends: [id] });
  });
}
