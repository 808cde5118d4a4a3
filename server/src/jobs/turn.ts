import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/**
 * Takes a lock for work that one node does at a time, until the transaction ends; false if another has it. Later
 * statements see what the previous holder committed.
 */
export async function takeTurn(tx: Tx, what: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('turn'), hashtext(${what})) as taken`.execute(tx);
  return rows[0]?.taken === true;
}
