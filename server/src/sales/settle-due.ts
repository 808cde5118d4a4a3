import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { catchUp } from './catch-up.ts';
import { readSale } from './sale.ts';

/** Maximum number in one transaction, so that locks are short and nodes share the work. */
const BATCH = 50;

/**
 * Settles due sales: writes expired offers and bids that are no longer binding, and notifies (OFFER-4, OFFER-8).
 * By the clock they are so already. Nodes may run it concurrently: rows locked by another are skipped. Returns
 * how many it settled.
 * @throws DomainError 400 if the station of an offer was removed at this moment; all are settled the next time
 */
export function settleDue(context: Pick<AppContext, 'pool' | 'jobs'>): Promise<number> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ auction_id: number }>`
      select s.auction_id
      from auction_standings s join auctions a on a.id = s.auction_id
      where a.deleted_at is null and s.auction_id in (
        select auction_id from auction_standings
        where bids_released_at is null and winning_bid_id is null
          and decision_due_at <= (select now_ms())
        union
        select auction_id from offers where state = 'open' and expires_at <= (select now_ms())
      )
      order by s.auction_id
      limit ${BATCH}
      for no key update of s skip locked`.execute(tx);
    for (const { auction_id } of rows) await catchUp(context, tx, await readSale(tx, auction_id));
    return rows.length;
  });
}
