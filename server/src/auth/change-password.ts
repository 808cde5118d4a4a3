import { PASSWORD_ELSEWHERE, WRONG_PASSWORD } from '@restvarde/contract/auth/password';
import { SENTENCE } from '@restvarde/contract/errors';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { sendAccountEmail } from './emails/send-account-email.ts';
import { endOthersOf } from './own-sessions/own-sessions.ts';
import { hashPassword, verifyPassword } from './passwords/password.ts';
import { judgePassword } from './passwords/password-rules.ts';
import { sessionAllowance } from './second-factor/spend-second-factor.ts';

/**
 * Changes the caller's own password, given the current one. Ends the other sessions and all mailed codes and links, and
 * mails a receipt (AUTH-19). Call `sessions.forget` after it.
 * @throws DomainError 400 for a wrong password, at the fields of an unacceptable one, for an account of single sign-on,
 * and if it was changed meanwhile; 429 after too many.
 */
export async function changePassword(
  context: AppContext,
  viewer: Actor,
  session_id: string,
  input: { current_password: string; password: string; confirm_password: string },
): Promise<void> {
  const { user_id } = viewer;
  const { limits } = context;
  const { db } = context.pool;
  const owner = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'password_hash', 'is_ad_user'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (owner.is_ad_user) throw refuse.detail(PASSWORD_ELSEWHERE);
  const [limit, key] = sessionAllowance(user_id);
  await limits.spend(limit, key);
  if ((await verifyPassword(input.current_password, owner.password_hash)) === 'wrong') {
    await recordEvent(db, viewer, { kind: 'password_kept' });
    throw refuse.field('current_password', WRONG_PASSWORD);
  }
  await limits.giveBack(limit, key);
  const faults = judgePassword(input, owner, await context.isBreached(input.password));
  if (faults) throw refuse.fields(faults);
  // Outside the transaction: hashing must not hold a connection.
  const password_hash = await hashPassword(input.password);
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user_id)
      .where('password_hash', '=', owner.password_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw refuse.detail(SENTENCE.changed, 'changed');
    await tx.deleteFrom('login_codes').where('user_id', '=', user_id).execute();
    await tx.deleteFrom('reset_tokens').where('user_id', '=', user_id).execute();
    await endOthersOf(tx, user_id, session_id);
    await recordEvent(tx, viewer, { kind: 'password_changed' });
    await sendAccountEmail(context, tx, { kind: 'password-changed', user_id });
  });
}
