import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../db/pool.ts';
import { refuse } from './domain-error.ts';

/** The message about a key that came with another call before (BID-8). */
export const KEY_TAKEN = 'Nyckeln har redan använts för ett annat anrop.';

/** A call that has its effect once, however often it is made (BID-8, FORM-12). */
export interface OnceOnly {
  user_id: number;
  key: string;
  /** What two calls with one key must have in common. */
  request: string;
}

/** The caller's Idempotency-Key, of 1 to 255 signs; null without one: then each call is its own. */
export function readKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw refuse.detail('Ogiltig Idempotency-Key.');
}

/** What was kept of an earlier call with the same key, whatever that was; null when there was none. */
export async function findEffect<Effect>(
  db: Queryable,
  { user_id, key }: OnceOnly,
): Promise<{ request: string; effect: Effect } | null> {
  const { rows } = await sql<{ request: string; effect: Effect }>`
    select request, body as effect from idempotency_keys
    where user_id = ${user_id} and key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** The same call was made meanwhile, and is the one that counts: this one is to leave no trace. */
export class MadeMeanwhile extends Error {}

/** Keeps what the call has done, in the transaction that does it. Of two at once the later one throws. */
export async function keepEffect(
  tx: Tx,
  { user_id, key, request }: OnceOnly,
  status: number,
  effect: object,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (user_id, key, request, status, body)
    values (${user_id}, ${key}, ${request}, ${status}, ${JSON.stringify(effect)})
    on conflict do nothing`.execute(tx);
  if (numAffectedRows === 0n) throw new MadeMeanwhile();
}
