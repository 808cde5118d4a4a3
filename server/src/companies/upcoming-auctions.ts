import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/**
 * Copies a company's bid increments and minutes to its auctions that have not begun (BID-4), and writes it to
 * their history. The rows that bids lock are locked first, in the order of the ids as there: an auction that
 * begins meanwhile keeps what it had, and no bid is judged by a mixture.
 */
export async function followSettings(tx: Tx, company: number, userId: number): Promise<void> {
  await sql`
    select s.auction_id
    from auction_standings s join auctions a on a.id = s.auction_id
    where a.company_id = ${company} and a.start_dt > now_ms()
      and a.deleted_at is null and s.closed_at is null
    order by s.auction_id
    for no key update of s`.execute(tx);
  await sql`
    with stale as (
      select a.id, a.bid_increments, a.extension_minutes,
        c.bid_increment_intervals, c.auction_end_dt_incrementation
      from auctions a
      join auction_standings s on s.auction_id = a.id
      join companies c on c.id = a.company_id
      where a.company_id = ${company} and a.start_dt > now_ms()
        and a.deleted_at is null and s.closed_at is null
        and (a.bid_increments, a.extension_minutes)
          is distinct from (c.bid_increment_intervals, c.auction_end_dt_incrementation)
    ), changed as (
      update auctions a
      set bid_increments = stale.bid_increment_intervals,
        extension_minutes = stale.auction_end_dt_incrementation
      from stale
      where a.id = stale.id
      returning stale.*
    )
    insert into audit_log (user_id, company_id, auction_id, action, before, after)
    select ${userId}::integer, ${company}::integer, id, 'change',
      jsonb_build_object('bid_increments', bid_increments, 'extension_minutes', extension_minutes),
      jsonb_build_object('bid_increments', bid_increment_intervals,
        'extension_minutes', auction_end_dt_incrementation)
    from changed`.execute(tx);
}
