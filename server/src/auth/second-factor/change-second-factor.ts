import {
  SECOND_FACTOR_ERROR,
  SECOND_FACTOR_SENTENCE,
} from '@restvarde/contract/auth/second-factor';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Actor } from '../../http/route.ts';
import { recordEvent } from '../../security/record-event.ts';
import { sendAccountEmail } from '../emails/send-account-email.ts';
import { endOthersOf } from '../own-sessions/own-sessions.ts';
import { renewCodes } from './recovery-codes.ts';
import { lockSecondFactor, sessionAllowance, spendSecondFactor } from './spend-second-factor.ts';

/**
 * Removes the caller's second factor, given one of its codes, and ends the other sessions (SEC-5). Call
 * `sessions.forget` after it.
 * @throws DomainError 400 for a wrong code, and if there is none; 429 after too many.
 */
export async function removeSecondFactor(
  context: AppContext,
  viewer: Actor,
  session_id: string,
  written: string,
): Promise<void> {
  const { user_id } = viewer;
  await withSecondFactor(context, viewer, written, async (tx) => {
    await tx.deleteFrom('second_factors').where('user_id', '=', user_id).execute();
    await endOthersOf(tx, user_id, session_id);
    await recordEvent(tx, viewer, { kind: 'second_factor_removed', details: { by: 'owner' } });
    await sendAccountEmail(context, tx, { kind: 'second-factor', user_id, change: 'removed' });
  });
}

/**
 * Replaces the recovery codes, given a code (SEC-5).
 * @throws DomainError 400 for a wrong code, and if there is no second factor; 429 after too many.
 */
export function renewRecoveryCodes(
  context: AppContext,
  viewer: Actor,
  written: string,
): Promise<string[]> {
  const { user_id } = viewer;
  return withSecondFactor(context, viewer, written, async (tx) => {
    await recordEvent(tx, viewer, { kind: 'recovery_codes_renewed' });
    await sendAccountEmail(context, tx, { kind: 'second-factor', user_id, change: 'renewed' });
    return renewCodes(tx, user_id);
  });
}

/** Runs `act` for the holder of the second factor. A wrong code costs one of the allowance. */
async function withSecondFactor<Result>(
  context: AppContext,
  viewer: Actor,
  written: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { user_id } = viewer;
  const [limit, key] = sessionAllowance(user_id);
  await context.limits.spend(limit, key);
  const done = await context.pool.db.transaction().execute(async (tx) => {
    const factor = await lockSecondFactor(tx, user_id);
    if (!factor) throw refuse.detail(SECOND_FACTOR_SENTENCE.isOff);
    const isRight = (await spendSecondFactor(context, tx, user_id, factor, written)) !== null;
    if (isRight) return { result: await work(tx) };
    // Returned, so that the recorded attempt is committed.
    await recordEvent(tx, viewer, { kind: 'second_factor_kept', details: { reason: 'code' } });
    return null;
  });
  if (done === null) throw refuse.detail(SECOND_FACTOR_SENTENCE.wrong, SECOND_FACTOR_ERROR.wrong);
  await context.limits.giveBack(limit, key);
  return done.result;
}
