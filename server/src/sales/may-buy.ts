import { sql } from 'kysely';
import { takesDismantlersOnly } from '../auctions/access/visibility.ts';
import type { Tx } from '../db/pool.ts';

/** Has this station the authorisation that the auction asks for, if it asks for one (DISM-5)? */
export async function mayBuy(tx: Tx, auction: number, station: number): Promise<boolean> {
  const { rows } = await sql<{ may_buy: boolean }>`
    select not ${takesDismantlersOnly} or is_dismantler(${station}::integer) as may_buy
    from auctions a where a.id = ${auction}`.execute(tx);
  return rows[0]!.may_buy;
}
