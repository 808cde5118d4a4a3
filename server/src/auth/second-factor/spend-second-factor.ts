import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { LIMITS, type Limit } from '../../http/limit-table.ts';
import { deriveKey, unseal } from '../../keys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { findStep, stepOf } from './totp.ts';

/** The factor that was shown; null if wrong or used. */
export type Shown = 'app' | 'recovery' | null;

/** The account's second factor, if any, locked: concurrent logins with the same code are judged one by one. */
export async function lockSecondFactor(tx: Tx, userId: number) {
  const { rows } = await sql<{ sealed_secret: string; last_step: number; now_s: number }>`
    select sealed_secret, last_step::float8 as last_step,
      extract(epoch from now_ms())::float8 as now_s
    from second_factors where user_id = ${userId}
    for update`.execute(tx);
  return rows[0] ?? null;
}

type SecondFactor = NonNullable<Awaited<ReturnType<typeof lockSecondFactor>>>;

/** Checks a code and uses it up: neither an app's code nor a recovery code works twice (SEC-6). */
export async function spendSecondFactor(
  { config }: Pick<AppContext, 'config'>,
  tx: Tx,
  userId: number,
  factor: SecondFactor,
  written: string,
): Promise<Shown> {
  const code = written.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code))
    return (await spendRecoveryCode(tx, userId, written)) ? 'recovery' : null;
  const secret = unseal(deriveKey(config.secret, 'seal'), factor.sealed_secret);
  const { last_step } = factor;
  const step = findStep(secret, code, { now: stepOf(factor.now_s), last_step });
  if (step === null) return null;
  await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .execute();
  return 'app';
}

/** The allowance of a logged-in user for wrong codes, and for wrong passwords when adding an app (LIMIT-1). */
export function sessionAllowance(userId: number): [Limit, string] {
  return [LIMITS.second_factor_known, `${userId} logged in`];
}
