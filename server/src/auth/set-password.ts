import { DEAD_LINK } from '@restvarde/contract/auth/password';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { LIMITS } from '../http/limit-table.ts';
import type { Origin } from '../http/route.ts';
import { hashToken } from '../keys.ts';
import { recordEvent } from '../security/record-event.ts';
import { sendAccountEmail } from './emails/send-account-email.ts';
import { endSessionsOf } from './end-sessions.ts';
import { hashPassword, inPasswordTurn } from './passwords/password.ts';
import { judgePassword } from './passwords/password-rules.ts';

/**
 * Sets the password by a mailed link, which is used up. Ends the user's sessions everywhere, and mails a receipt if
 * there was a password before. A station's new contact takes over by it (STN-5). Call `sessions.forget` after it
 * (AUTH-14).
 * @throws DomainError 400 for an invalid link, or at the fields of an unacceptable password.
 */
export async function setPassword(
  context: AppContext,
  token: string,
  chosen: { password: string; confirm_password: string },
  origin: Origin,
): Promise<void> {
  const { limits, pool } = context;
  const { db } = pool;
  const token_hash = hashToken(token);
  const owner = await liveLink(db, token_hash).executeTakeFirst();
  if (!owner) throw refuse.detail(DEAD_LINK);
  const isBreached = await context.isBreached(chosen.password);
  const faults = judgePassword(chosen, owner, isBreached);
  if (faults) throw refuse.fields(faults);
  // Outside the transaction: hashing must not hold a connection.
  const password_hash = await inPasswordTurn(context, { user_id: owner.id }, () =>
    hashPassword(chosen.password),
  );
  await db.transaction().execute(async (tx) => {
    // The same lock order as changing a station's contact.
    if (owner.service_station_id !== null)
      await sql`select from service_stations where id = ${owner.service_station_id} for update`.execute(
        tx,
      );
    const link = await liveLink(tx, token_hash).forUpdate('reset_tokens').executeTakeFirst();
    if (!link) throw refuse.detail(DEAD_LINK);
    await tx
      .updateTable('users')
      .set({ password_hash, is_successor: false })
      .where('id', '=', link.id)
      .execute();
    await endSessionsOf(tx, [link.id]);
    // All links are deleted. Keep this one as used, so that an email sent twice does not revive it.
    await tx
      .insertInto('reset_tokens')
      .values({ token_hash, user_id: link.id, expires_at: link.expires_at, used_at: sql`now_ms()` })
      .execute();
    await recordEvent(tx, { ...origin, user_id: link.id }, { kind: 'password_changed' });
    if (link.has_password)
      await sendAccountEmail(context, tx, { kind: 'password-changed', user_id: link.id });
    if (link.is_successor) await takeOver(context, tx, link, origin);
    // The owner of the mailbox has proved their identity: reset the limits that others have used up.
    await limits.restore(LIMITS.login_stranger, owner.email.toLowerCase(), tx);
    await limits.restore(LIMITS.code_stranger, String(link.id), tx);
  });
}

/**
 * Checks a mailed link, which stays unused.
 * @throws DomainError 400 for an invalid link.
 */
export async function checkPasswordLink({ pool }: AppContext, token: string): Promise<void> {
  const owner = await liveLink(pool.db, hashToken(token)).executeTakeFirst();
  if (!owner) throw refuse.detail(DEAD_LINK);
}

/** Closes the accounts of the station's former contacts (STN-5). */
async function takeOver(
  context: AppContext,
  tx: Tx,
  { id, service_station_id }: { id: number; service_station_id: number | null },
  origin: Origin,
): Promise<void> {
  const closed = await tx
    .updateTable('users')
    .set({ deactivated_at: sql`now_ms()` })
    .where('service_station_id', '=', service_station_id)
    .where('id', '<>', id)
    .where('deactivated_at', 'is', null)
    .returning('id')
    .execute();
  await endSessionsOf(
    tx,
    closed.map((user) => user.id),
  );
  for (const { id: user_id } of closed) {
    const details = { reason: 'replaced' } as const;
    await recordEvent(tx, { ...origin, user_id: id }, { kind: 'person_closed', user_id, details });
    await sendAccountEmail(context, tx, { kind: 'contact-change', user_id, is_done: true });
  }
}

function liveLink(db: Pick<Tx, 'selectFrom'>, token_hash: Buffer) {
  return db
    .selectFrom('reset_tokens')
    .innerJoin('users', 'users.id', 'reset_tokens.user_id')
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.service_station_id',
      'users.is_successor',
      'reset_tokens.expires_at',
      sql<boolean>`users.password_hash is not null`.as('has_password'),
    ])
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where(sql<boolean>`expires_at > now_ms()`)
    .where('users.is_ad_user', '=', false)
    .where('users.deactivated_at', 'is', null);
}
