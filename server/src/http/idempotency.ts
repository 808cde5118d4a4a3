import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../db/pool.ts';
import { refuse } from './domain-error.ts';

/** Error for a key that came with a different request before (BID-8). */
export const KEY_TAKEN = 'Nyckeln har redan använts för ett annat anrop.';

/** A request that takes effect once, however often it is sent (BID-8, FORM-12). */
export interface OnceOnly {
  user_id: number;
  key: string;
  /** Must be equal for two requests with one key. */
  request: string;
}

/** The Idempotency-Key header, 1 to 255 characters; null if missing. */
export function readKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw refuse.detail('Ogiltig Idempotency-Key.');
}

/** The stored effect of an earlier request with the same key; null if none. */
export async function findEffect<Effect>(
  db: Queryable,
  { user_id, key }: OnceOnly,
): Promise<{ request: string; effect: Effect } | null> {
  const { rows } = await sql<{ request: string; effect: Effect }>`
    select request, body as effect from idempotency_keys
    where user_id = ${user_id} and key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** A concurrent request with the same key won; this one must roll back. */
export class MadeMeanwhile extends Error {}

/**
 * Stores the effect in the transaction that produces it. Of two concurrent requests the later one throws
 * `MadeMeanwhile`.
 */
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
