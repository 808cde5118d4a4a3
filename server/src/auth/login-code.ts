import { randomInt, timingSafeEqual } from 'node:crypto';
import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { LIMITS } from '../http/limit-table.ts';
import { deriveKey, hashToken, mac, randomToken, seal } from '../keys.ts';
import type { LoginCodeJob } from './emails/login-code.email.tsx';
import { type LoginSource, loginAllowance, type PlaceKind } from './known-places.ts';

const WRONG_CODES = { known: LIMITS.code_known, stranger: LIMITS.code_stranger };

/** For small corrections of the clock: a code made before one is not lost. */
const CLOCK_TOLERANCE_S = 60;

/**
 * SQL: whether a code is valid. A code that expires later than a new one was made before the clock was set back, and
 * would be valid for too long.
 */
export const isCodeAlive = sql<boolean>`login_codes.expires_at > now_ms()
  and login_codes.expires_at <= now_ms() + make_interval(mins => ${AUTH.codeMinutes}, secs => ${CLOCK_TOLERANCE_S})`;

/** Creates and mails a code; returns the uuid of its challenge (AUTH-4). */
export async function issueCode(context: AppContext, tx: Tx, userId: number): Promise<string> {
  const challenge = randomToken();
  const challenge_hash = hashToken(challenge);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx
    .insertInto('login_codes')
    .values({
      user_id: userId,
      challenge_hash,
      code_hash: hashCode(context, challenge, code),
      expires_at: sql<Date>`now_ms() + make_interval(mins => ${AUTH.codeMinutes})`,
    })
    .execute();
  const job: LoginCodeJob = {
    kind: 'login-code',
    user_id: userId,
    challenge_hash: challenge_hash.toString('hex'),
    sealed_code: seal(deriveKey(context.config.secret, 'seal'), code),
  };
  // Codes go before all other mail.
  await context.jobs.send(tx, 'mail', job, { priority: 100 });
  return challenge;
}

/**
 * Checks and locks a code; returns its user if it is right. A wrong one costs an attempt, and one of the account's
 * allowance for the way it knows the caller (LIMIT-2).
 */
export async function checkCode(
  context: AppContext,
  tx: Tx,
  challenge: string,
  code: string,
  known: PlaceKind | null,
  place: LoginSource,
): Promise<{ id: number; role: number } | null> {
  const pending = await tx
    .selectFrom('login_codes')
    .innerJoin('users', 'users.id', 'login_codes.user_id')
    .select(['users.id', 'users.role', 'login_codes.code_hash', 'login_codes.attempts'])
    .where('challenge_hash', '=', hashToken(challenge))
    .where('users.deactivated_at', 'is', null)
    .where(isCodeAlive)
    .forUpdate('login_codes')
    .executeTakeFirst();
  if (!pending || pending.attempts >= AUTH.codeAttempts) return null;
  const [limit, key] = loginAllowance(WRONG_CODES, String(pending.id), known, place);
  if ((await context.limits.take(limit, key, tx)) > 0) return null;
  if (!timingSafeEqual(pending.code_hash, hashCode(context, challenge, code))) {
    await countAttempt(tx, challenge);
    return null;
  }
  await context.limits.giveBack(limit, key, tx);
  return { id: pending.id, role: pending.role };
}

/** Counts a failed attempt of a login. */
export async function countAttempt(tx: Tx, challenge: string): Promise<void> {
  await tx
    .updateTable('login_codes')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('challenge_hash', '=', hashToken(challenge))
    .execute();
}

/** Deletes a used code. */
export async function endCode(tx: Tx, challenge: string): Promise<void> {
  await tx.deleteFrom('login_codes').where('challenge_hash', '=', hashToken(challenge)).execute();
}

/** Bound to its challenge: useless without it. */
function hashCode(context: AppContext, challenge: string, code: string): Buffer {
  return mac(deriveKey(context.config.secret, 'codes'), challenge, ' ', code);
}
