import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/**
 * Ends all sessions of these users, in the transaction of the reason; their pending codes and links die
 * too. Every node hears of it at the commit; give the ids to `sessions.forget` after it (AUTH-8).
 */
export async function endSessionsOf(tx: Tx, userIds: number[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  await tx.deleteFrom('login_codes').where('user_id', 'in', userIds).execute();
  await tx.deleteFrom('reset_tokens').where('user_id', 'in', userIds).execute();
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now_ms()` })
    .where('user_id', 'in', userIds)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return tell(tx, ended);
}

/**
 * Says that what these users may do has changed: their sessions go on, read anew at the next call, and
 * their sockets open again (AUTH-8). Give the ids to `sessions.forget` after the commit.
 */
export async function rereadSessionsOf(tx: Tx, userIds: number[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const changed = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', 'in', userIds)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > now_ms()`)
    .execute();
  return tell(tx, changed);
}

async function tell(tx: Tx, sessions: { id: string }[]): Promise<string[]> {
  const ids = sessions.map((session) => session.id);
  await sql`select pg_notify('sessions', to_json(id)::text) from unnest(${ids}::text[]) as id`.execute(
    tx,
  );
  return ids;
}
