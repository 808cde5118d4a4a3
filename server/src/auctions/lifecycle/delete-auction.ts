import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { notifyOfStandings } from '../../live/standings-notice.ts';
import { lockAuction, nextChange } from '../access/locked-auction.ts';
import { writeAudit } from '../audit.ts';

/**
 * Deletes an auction in any state. It disappears from every list and link and stays in the database (AUC-7).
 * @throws DomainError 404 if the viewer cannot see it
 */
export async function deleteAuction(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    await tx
      .updateTable('auction_standings')
      .set({
        closed_at: sql<Date>`coalesce(closed_at, now_ms())`,
        decision_due_at: null,
        relist_due_at: null,
        changed_at: nextChange,
      })
      .where('auction_id', '=', id)
      .execute();
    const { relisted_from } = await tx
      .updateTable('auctions')
      .set({
        deleted_at: sql<Date>`now_ms()`,
        closed_at: sql<Date>`coalesce(closed_at, now_ms())`,
      })
      .where('id', '=', id)
      .returning('relisted_from')
      .executeTakeFirstOrThrow();
    // An open offer ends with it (OFFER-7).
    await tx
      .updateTable('offers')
      .set({ state: 'withdrawn', settled_at: auction.now })
      .where('auction_id', '=', id)
      .where('state', '=', 'open')
      .execute();
    await writeAudit(tx, viewer, auction, 'delete');
    await notifyOfStandings(tx, {
      ids: [id],
      ends: auction.closed_at === null ? [id] : [],
      // Its predecessor can be relisted again (RELIST-9).
      ...(relisted_from !== null && { sales: [relisted_from] }),
    });
  });
}
