import { timingSafeEqual } from 'node:crypto';
import type { OwnSession } from '@restvarde/contract/auth/own-sessions';
import { browserName } from '@restvarde/contract/security/browser-name';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Actor, Origin } from '../../http/route.ts';
import { deriveKey, mac } from '../../keys.ts';
import { recordEvent } from '../../security/record-event.ts';

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

/** Ends sessions in the database; every node is notified at the commit (AUTH-8). */
async function revoke(
  tx: Tx,
  which: { user_id: number; id?: string; except?: string },
): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now_ms()` })
    .where('user_id', '=', which.user_id)
    .where('revoked_at', 'is', null)
    .$if(which.id !== undefined, (all) => all.where('id', '=', which.id!))
    .$if(which.except !== undefined, (all) => all.where('id', '<>', which.except!))
    .returning('id')
    .execute();
  return ended.length;
}

/** Ends all of a user's sessions except one, as when a second factor changes (SEC-5). */
export async function endOthersOf(tx: Tx, user_id: number, except: string): Promise<void> {
  await revoke(tx, { user_id, except });
}

/**
 * Ends one of the caller's sessions (SEC-3). Call `sessions.forget` after it.
 * @throws DomainError 404 if it is not the caller's, or has ended.
 */
export function endOwn({ pool }: AppContext, viewer: Actor, id: string): Promise<void> {
  return pool.db.transaction().execute(async (tx) => {
    const { user_id } = viewer;
    if ((await revoke(tx, { user_id, id })) === 0) throw refuse.notFound();
    await recordEvent(tx, viewer, { kind: 'session_ended', details: { reason: 'one' } });
  });
}

/** Ends all of the caller's sessions except the current one (SEC-3). Call `sessions.forget` after it. */
export function endOthers({ pool }: AppContext, viewer: Actor, current: string): Promise<void> {
  return pool.db.transaction().execute(async (tx) => {
    const { user_id } = viewer;
    if ((await revoke(tx, { user_id, except: current })) === 0) return;
    await recordEvent(tx, viewer, { kind: 'session_ended', details: { reason: 'others' } });
  });
}

/**
 * Ends the session of a mailed link (SEC-4); does nothing if it has ended. Call `sessions.forget` after it.
 * @throws DomainError 400 for an invalid link.
 */
export async function endMailed(
  { pool, config }: AppContext,
  token: string,
  origin: Origin,
): Promise<void> {
  const id = readEndingToken(config.secret, token);
  if (id === null) throw refuse.detail('Länken är ogiltig.');
  await pool.db.transaction().execute(async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!session || (await revoke(tx, { ...session, id })) === 0) return;
    const by = { ...origin, user_id: null };
    const details = { reason: 'email' } as const;
    await recordEvent(tx, by, { kind: 'session_ended', user_id: session.user_id, details });
  });
}

/** The token of a link that ends a session (SEC-4). It grants nothing else, and is valid as long as the session. */
export function endingTokenOf(secret: string, sessionId: string): string {
  return `${sessionId}.${mac(deriveKey(secret, 'endings'), sessionId).toString('base64url')}`;
}

/** The session id of a valid ending token; null otherwise. */
function readEndingToken(secret: string, token: string): string | null {
  const id = token.slice(0, 36);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const [actual, expected] = [Buffer.from(token), Buffer.from(endingTokenOf(secret, id))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}
