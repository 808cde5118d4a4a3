import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/**
 * Takes the turn at something that one node does at a time, until the transaction ends; false while another
 * has it. What is read behind it, in statements of their own, is what the last one left.
 */
export async function takeTurn(tx: Tx, what: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('turn'), hashtext(${what})) as taken`.execute(tx);
  return rows[0]?.taken === true;
}
