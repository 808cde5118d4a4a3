import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Actor, Origin } from '../../http/route.ts';
import { recordEvent } from '../../security/record-event.ts';
import { readEndingToken } from './ending-token.ts';

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
