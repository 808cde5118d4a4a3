import {
  SECOND_FACTOR_ERROR,
  SECOND_FACTOR_SENTENCE,
} from '@restvarde/contract/auth/second-factor';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { type DomainError, refuse } from '../http/domain-error.ts';
import { LIMITS } from '../http/limit-table.ts';
import { sendAccountEmail } from './emails/send-account-email.ts';
import { type LoginSource, loginAllowance, type PlaceKind } from './known-places.ts';
import { countAttempt } from './login-code.ts';
import { lockSecondFactor, spendSecondFactor } from './second-factor/spend-second-factor.ts';

const WRONG = { known: LIMITS.second_factor_known, stranger: LIMITS.second_factor_stranger };

/** The accepted factor, or an error. Returned, not thrown, because its cost must be committed. */
type Judgement =
  | { by: 'code' | 'app' | 'recovery'; error?: undefined }
  | { by?: undefined; error: DomainError };

/**
 * Checks the second factor of a login whose other factors were right, if the account has one (SEC-6). A wrong one costs
 * an attempt of the login and one of the account's allowance, which a new password does not restore: otherwise an
 * attacker with the mailbox could go on guessing.
 * @throws never: returns a 400 as `error`.
 */
export async function judgeSecondFactor(
  context: AppContext,
  tx: Tx,
  userId: number,
  input: { uuid: string; second_factor?: string | undefined },
  known: PlaceKind | null,
  place: LoginSource,
): Promise<Judgement> {
  const factor = await lockSecondFactor(tx, userId);
  if (!factor) return { by: 'code' };
  const { required, wrong } = SECOND_FACTOR_SENTENCE;
  if (input.second_factor === undefined)
    return { error: refuse.detail(required, SECOND_FACTOR_ERROR.required) };
  const [limit, key] = loginAllowance(WRONG, String(userId), known, place);
  const isSpent = (await context.limits.take(limit, key, tx)) > 0;
  const by = isSpent
    ? null
    : await spendSecondFactor(context, tx, userId, factor, input.second_factor);
  if (by === null) {
    await countAttempt(tx, input.uuid);
    return { error: refuse.detail(wrong, SECOND_FACTOR_ERROR.wrong) };
  }
  await context.limits.giveBack(limit, key, tx);
  if (by === 'recovery')
    await sendAccountEmail(context, tx, {
      kind: 'second-factor',
      user_id: userId,
      change: 'recovered',
    });
  return { by };
}
