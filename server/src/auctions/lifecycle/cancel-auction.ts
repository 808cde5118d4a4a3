import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { refuse } from '../../http/domain-error.ts';
import { notifyOfStandings } from '../../live/standings-notice.ts';
import { lockAuction, nextChange } from '../access/locked-auction.ts';
import { writeAudit } from '../audit.ts';
import { sendEndedEmails } from '../emails/send-ended-emails.ts';
import { decisionTime } from './decision-time.ts';

/**
 * Ends an active auction now. Its bids remain valid, and there is no winner until a case manager selects one
 * (AUC-6, OFFER-3).
 * @throws DomainError 404 if the viewer cannot see it; 400 if it is not active
 */
export async function cancelAuction(
  context: AppContext,
  viewer: Viewer,
  id: number,
): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    if (auction.state !== 'active') throw refuse.detail('Bara en aktiv auktion kan avslutas.');
    const { end_dt } = await tx
      .updateTable('auction_standings')
      .set({
        end_dt: sql<Date>`now_ms()`,
        closed_at: sql<Date>`now_ms()`,
        decision_due_at: sql<Date | null>`(
          select case when bid_count > 0 then ${decisionTime(auction.now)} end
          from auctions a where a.id = auction_id
        )`,
        changed_at: nextChange,
        end_changed_at: nextChange,
      })
      .where('auction_id', '=', id)
      .returning('end_dt')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('auctions')
      .set({ cancelled_at: end_dt, closed_at: end_dt })
      .where('id', '=', id)
      .execute();
    await writeAudit(tx, viewer, auction, 'cancel', {
      before: { end_dt: auction.end_dt },
      after: { end_dt },
    });
    await sendEndedEmails(context, tx, [id]);
    await notifyOfStandings(tx, { ids: [id], ends: [id] });
  });
}
