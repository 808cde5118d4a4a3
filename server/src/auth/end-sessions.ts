import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/**
 * Ends all sessions, codes and links of these users, in the caller's transaction. Every node is notified at the commit;
 * call `sessions.forget` after it (AUTH-8).
 */
export async function endSessionsOf(tx: Tx, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.deleteFrom('login_codes').where('user_id', 'in', userIds).execute();
  await tx.deleteFrom('reset_tokens').where('user_id', 'in', userIds).execute();
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now_ms()` })
    .where('user_id', 'in', userIds)
    .where('revoked_at', 'is', null)
    .execute();
}
