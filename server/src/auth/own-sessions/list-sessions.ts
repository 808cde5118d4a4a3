import type { OwnSession } from '@restvarde/contract/auth/own-sessions';
import { browserName } from '@restvarde/contract/security/browser-name';
import { sql } from 'kysely';
import type { Queryable } from '../../db/pool.ts';

/** A user's sessions: the current one first, then by last use (SEC-3). */
export async function listSessions(
  db: Queryable,
  userId: number,
  current: string,
): Promise<OwnSession[]> {
  const { rows } = await sql<{
    id: string;
    user_agent: string;
    ip: string | null;
    created_at: Date;
    rotated_at: Date;
  }>`
    select id, user_agent, host(ip) as ip, created_at, rotated_at
    from sessions
    where user_id = ${userId} and revoked_at is null
      and expires_at > now_ms() and idle_expires_at > now_ms()
    order by id = ${current}::uuid desc, rotated_at desc, id desc`.execute(db);
  return rows.map(({ id, user_agent, ip, created_at, rotated_at }) => ({
    id,
    browser: browserName(user_agent),
    ip,
    logged_in_at: created_at.toISOString(),
    last_used_at: rotated_at.toISOString(),
    is_current: id === current,
  }));
}
