import { type AuctionState, stateOf } from '@restvarde/contract/auction-rules';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../db/pool.ts';
import { refuse } from '../http/refusal.ts';
import { visible } from './visibility.ts';

/** An auction under its lock, by the database's clock at that moment. */
export interface LockedAuction {
  id: number;
  company_id: number;
  state: AuctionState;
  closed_at: Date | null;
  start_dt: Date;
  end_dt: Date;
  leading_bid_id: number | null;
  winning_bid_id: number | null;
  winner_notified_at: Date | null;
}

/**
 * Locks an auction that the viewer may change; 404 when it does not exist for them. Everything that
 * changes an auction's course goes through this lock or the bid desk's.
 */
export async function lockAuction(tx: Tx, viewer: Viewer, id: number): Promise<LockedAuction> {
  await tx
    .selectFrom('auction_standings')
    .select('auction_id')
    .where('auction_id', '=', id)
    .forNoKeyUpdate()
    .execute();
  // A statement of its own: it sees what was committed while the lock was waited for.
  const { rows } = await sql<Omit<LockedAuction, 'state'> & { now: Date }>`
    select a.id, a.company_id, s.closed_at, a.start_dt, s.end_dt, s.leading_bid_id, s.winning_bid_id,
      s.winner_notified_at, now_ms() as now
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${id} and ${visible(viewer)}`.execute(tx);
  const row = rows[0];
  if (!row) throw refuse.notFound();
  const { now, ...auction } = row;
  const span = { start_dt: row.start_dt.getTime(), end_dt: row.end_dt.getTime() };
  // The latch holds also by a clock that was turned back.
  return { ...auction, state: row.closed_at ? 'ended' : stateOf(span, now.getTime()) };
}

/**
 * 404 when the auction does not exist for the viewer: asked before work that is costly and that nobody gets for
 * an auction that is not there. The lock asks again.
 */
export async function refuseUnseen(db: Queryable, viewer: Viewer, id: number): Promise<void> {
  const { rows } = await sql`
    select from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${id} and ${visible(viewer)}`.execute(db);
  if (rows.length === 0) throw refuse.notFound();
}

/** Rises with every change, also within one millisecond: what orders live messages (LIVE-2). */
export const nextChange = sql<Date>`greatest(now_ms(), changed_at + interval '1 millisecond')`;
