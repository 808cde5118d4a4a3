import { freeUntil } from '@restvarde/contract/sale/storage';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { CurrentCollection } from './find-collection.ts';

interface Notified {
  bid_id: number;
  service_station_id: number;
  notified_at: Date;
  end_dt: Date;
  release_after_payment: boolean;
}

/**
 * Updates the collections of a locked auction to match its standing: a notified winner has one, with a new code,
 * and a former winner's is withdrawn with its code (PICK-1).
 * @returns the withdrawn collections
 */
export async function followNotice(tx: Tx, auction: number): Promise<CurrentCollection[]> {
  const { rows } = await sql<Notified>`
    select b.id as bid_id, b.service_station_id, s.winner_notified_at as notified_at, s.end_dt,
      c.release_after_payment
    from auction_standings s
    join companies c on c.id = s.company_id
    join bids b on b.auction_id = s.auction_id and b.id = s.winning_bid_id
    where s.auction_id = ${auction} and s.winner_notified_at is not null`.execute(tx);
  const [won] = rows;
  const { rows: withdrawn } = await sql<CurrentCollection>`
    update collections set withdrawn_at = now_ms()
    where auction_id = ${auction} and bid_id is distinct from ${won?.bid_id ?? null}::integer
      and handed_over_at is null and undone_at is null and withdrawn_at is null
    returning *`.execute(tx);
  if (!won) return withdrawn;
  const { end_dt, ...collection } = won;
  await tx
    .insertInto('collections')
    .values({
      ...collection,
      auction_id: auction,
      free_until: freeUntil(end_dt, won.notified_at),
      released_at: won.release_after_payment ? null : won.notified_at,
    })
    .onConflict((conflict) =>
      conflict
        .column('auction_id')
        .where('undone_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .doNothing(),
    )
    .execute();
  return withdrawn;
}
