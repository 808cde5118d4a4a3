import { sql } from 'kysely';
import { takesDismantlersOnly } from '../auctions/access/visibility.ts';
import type { Tx } from '../db/pool.ts';

/** Returns whether this station has the authorisation that the auction requires, if any (DISM-5). */
export async function mayBuy(tx: Tx, auction: number, station: number): Promise<boolean> {
  const { rows } = await sql<{ may_buy: boolean }>`
    select not ${takesDismantlersOnly} or is_dismantler(${station}::integer) as may_buy
    from auctions a where a.id = ${auction}`.execute(tx);
  return rows[0]!.may_buy;
}
