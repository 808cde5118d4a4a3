import { type AuctionState, stateOf } from '@restvarde/contract/auctions/auction-rules';
import type { Viewer } from '@restvarde/contract/roles';
import { phaseOf, type SalePhase } from '@restvarde/contract/sale/sale-phase';
import { sql } from 'kysely';
import { type Queryable, queryPlanned, type Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { visible } from './visibility.ts';

/** An auction at the database's current time. Valid for as long as its lock is held. */
export interface LockedAuction {
  id: number;
  company_id: number;
  state: AuctionState;
  phase: SalePhase;
  closed_at: Date | null;
  start_dt: Date;
  end_dt: Date;
  leading_bid_id: number | null;
  winning_bid_id: number | null;
  winner_notified_at: Date | null;
  /** The database's clock when the row was read. */
  now: Date;
}

/** The columns of `PhaseRow`, from `auctions a join auction_standings s`. */
export const phaseColumns = sql`
  a.start_dt, s.end_dt, s.closed_at, s.last_bid_id > 0 as has_had_bids,
  s.winner_notified_at is not null or exists (
    select from audit_log l where l.auction_id = a.id and l.action = 'notify winner'
  ) as was_sold,
  exists (
    select from collections k where k.auction_id = a.id and k.handed_over_at is not null
  ) as was_handed_over`;

/** A row of `phaseColumns`, with the database's time. */
export interface PhaseRow {
  start_dt: Date;
  end_dt: Date;
  closed_at: Date | null;
  has_had_bids: boolean;
  was_sold: boolean;
  was_handed_over: boolean;
  now: Date;
}

/** Returns an auction's state and the phase of its sale (AUC-15). */
export function readPhase(row: PhaseRow): { state: AuctionState; phase: SalePhase } {
  const span = { start_dt: row.start_dt.getTime(), end_dt: row.end_dt.getTime() };
  // A closed auction has ended, even if the clock was set back.
  const state = row.closed_at ? 'ended' : stateOf(span, row.now.getTime());
  return { state, phase: phaseOf({ ...row, state }) };
}

/**
 * Locks an auction that the viewer may change. Every change of an auction's course takes this lock or the bid
 * desk's. `sees` replaces the visibility rule of ROLE-14.
 * @throws DomainError 404 if the viewer cannot see it
 */
export async function lockAuction(
  tx: Tx,
  viewer: Viewer,
  id: number,
  sees = visible(viewer),
): Promise<LockedAuction> {
  await tx
    .selectFrom('auction_standings')
    .select('auction_id')
    .where('auction_id', '=', id)
    .forNoKeyUpdate()
    .execute();
  // A separate statement, to see what was committed while the lock was awaited.
  return findAuction(tx, viewer, id, sees);
}

/**
 * Reads an auction as `lockAuction` does, but without the lock: an early check before costly work. The decision must be
 * repeated under the lock.
 * @throws DomainError 404 if the viewer cannot see it
 */
export async function findAuction(
  db: Queryable,
  viewer: Viewer,
  id: number,
  sees = visible(viewer),
): Promise<LockedAuction> {
  const statement = sql<Omit<LockedAuction, 'state' | 'phase'> & PhaseRow>`
    select a.id, a.company_id, ${phaseColumns}, s.leading_bid_id, s.winning_bid_id, s.winner_notified_at,
      now_ms() as now
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${id} and ${sees}`;
  const [row] = await queryPlanned(db, 'found-auction', statement);
  if (!row) throw refuse.notFound();
  return { ...row, ...readPhase(row) };
}

/** Increases with every change, also within one millisecond. Orders live messages (LIVE-2). */
export const nextChange = sql<Date>`greatest(now_ms(), changed_at + interval '1 millisecond')`;
