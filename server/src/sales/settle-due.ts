import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { catchUp } from './catch-up.ts';
import { readSale } from './sale.ts';

/** So many in one transaction: short locks, and other nodes take the next. */
const BATCH = 50;

/**
 * Settles sales whose time is up: offers that have expired and bids that bind no longer are written down, and told
 * (OFFER-4, OFFER-8). By the clock they are that already. Every node may do it at once: rows that another has locked are
 * skipped. Returns how many it settled.
 * @throws DomainError 400 when the station of an offer was removed at this moment; all are settled the next time.
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
