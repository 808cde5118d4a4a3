import { sql } from 'kysely';
import { takesDismantlersOnly } from '../auctions/access/visibility.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

/** A bid that was placed before the end and has not been removed. */
export interface StandingBid {
  id: number;
  amount: number;
  service_station_id: number;
  is_station_gone: boolean;
}

/**
 * Finds a valid bid of an auction. Locks its station until the transaction ends.
 * @throws DomainError 404 if it was removed, belongs to another auction, or does not exist
 */
export async function findBid(tx: Tx, auction: number, bid: number): Promise<StandingBid> {
  const { rows } = await sql<StandingBid>`
    select b.id, b.amount, b.service_station_id, station.removed_at is not null as is_station_gone
    from bids b join service_stations station on station.id = b.service_station_id
    where b.auction_id = ${auction} and b.id = ${bid} and b.removed_at is null and not b.is_offer
    for share of station`.execute(tx);
  if (!rows[0]) throw refuse.notFound();
  return rows[0];
}

/** Returns whether this station has the authorisation that the auction requires, if any (DISM-5). */
export async function mayBuy(tx: Tx, auction: number, station: number): Promise<boolean> {
  const { rows } = await sql<{ may_buy: boolean }>`
    select not ${takesDismantlersOnly} or is_dismantler(${station}::integer) as may_buy
    from auctions a where a.id = ${auction}`.execute(tx);
  return rows[0]!.may_buy;
}
