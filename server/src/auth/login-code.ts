import { randomInt, timingSafeEqual } from 'node:crypto';
import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { deriveKey, hashToken, mac, randomToken, seal } from '../keys.ts';
import type { LoginCodeJob } from './emails/login-code-job.ts';
import { BY_ACCOUNT } from './limits.ts';

/** Makes a code, replaces the user's older one, and mails it; returns the challenge's uuid (AUTH-4). */
export async function issueCode(context: AppContext, tx: Tx, userId: number): Promise<string> {
  const challenge = randomToken();
  const challenge_hash = hashToken(challenge);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const fresh = {
    challenge_hash,
    code_hash: hashCode(context, challenge, code),
    attempts: 0,
    sent_at: sql<Date>`now_ms()`,
    expires_at: sql<Date>`now_ms() + make_interval(mins => ${AUTH.codeMinutes})`,
  };
  await tx
    .insertInto('login_codes')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
  const job: LoginCodeJob = {
    kind: 'login-code',
    user_id: userId,
    challenge_hash: challenge_hash.toString('hex'),
    sealed_code: seal(deriveKey(context.config.secret, 'seal'), code),
  };
  // A code that is late is worth nothing: it goes before all other mail.
  await context.jobs.send(tx, 'mail', job, { priority: 100 });
  return challenge;
}

/** Checks a code and uses it up; the user's id when it was right. A wrong one costs an attempt. */
export async function useCode(
  context: AppContext,
  tx: Tx,
  challenge: string,
  code: string,
): Promise<{ id: number; role: number } | null> {
  const pending = await tx
    .selectFrom('login_codes')
    .innerJoin('users', 'users.id', 'login_codes.user_id')
    .select(['users.id', 'users.role', 'login_codes.code_hash', 'login_codes.attempts'])
    .where('challenge_hash', '=', hashToken(challenge))
    .where('users.deactivated_at', 'is', null)
    .where(sql<boolean>`login_codes.expires_at > now_ms()`)
    .forUpdate('login_codes')
    .executeTakeFirst();
  if (!pending || pending.attempts >= AUTH.codeAttempts) return null;
  const account = String(pending.id);
  if ((await context.limits.take(BY_ACCOUNT.wrongCode, account, tx)) > 0) return null;
  if (!timingSafeEqual(pending.code_hash, hashCode(context, challenge, code))) {
    await tx
      .updateTable('login_codes')
      .set({ attempts: pending.attempts + 1 })
      .where('user_id', '=', pending.id)
      .execute();
    return null;
  }
  await context.limits.giveBack(BY_ACCOUNT.wrongCode, account, tx);
  await tx.deleteFrom('login_codes').where('user_id', '=', pending.id).execute();
  return { id: pending.id, role: pending.role };
}

/** Bound to its challenge, so that a code says nothing without it. */
function hashCode(context: AppContext, challenge: string, code: string): Buffer {
  return mac(deriveKey(context.config.secret, 'codes'), challenge, ' ', code);
}
