import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalPassword } from '@restvarde/contract/auth/password';
import type { AppContext } from '../../context.ts';
import type { Stranger } from '../../http/route.ts';

const derive = promisify(argon2);

/** OWASP's argon2id: 19 MiB, two passes, no parallelism. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_LENGTH = 32;

const tag = (
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
) => derive('argon2id', { message: password, nonce, tagLength: TAG_LENGTH, ...cost });

/** argon2id of the normal form, as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (AUTH-14). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await tag(normalPassword(password), nonce, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** `outdated`: right, but to be rehashed at today's cost or in its normal form (AUTH-19). */
export type PasswordMatch = 'wrong' | 'right' | 'outdated';

/**
 * Compares a password with a stored hash. Earlier releases hashed it as typed, so a password with accents is also compared
 * as typed, and decomposed as some keyboards send it. Without a stored hash it does the same work, so that its time
 * does not reveal which accounts exist.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<PasswordMatch> {
  const normal = normalPassword(password);
  for (const spelling of new Set([normal, password, password.normalize('NFD')])) {
    if (await matches(spelling, phc))
      return spelling === normal && !isCheaper(phc ?? '') ? 'right' : 'outdated';
  }
  return 'wrong';
}

async function matches(password: string, phc: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, hash] = PHC.exec(phc ?? '') ?? [];
  if (!nonce || !hash) {
    await tag(password, Buffer.alloc(16), COST);
    return false;
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await tag(password, Buffer.from(nonce, 'base64'), cost);
  return timingSafeEqual(found, Buffer.from(hash, 'base64'));
}

/** Whether a hash was made with a lower cost than new ones, or with another algorithm. */
function isCheaper(phc: string): boolean {
  const [, memory, passes] = PHC.exec(phc) ?? [];
  return Number(memory ?? 0) < COST.memory || Number(passes) < COST.passes;
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * Runs password hashing in turns (LIMIT-3). A hash takes 20 ms of a processor by design; unlimited, it would leave
 * nothing for others. Callers without a login have a separate queue, and wait before the account is looked up, so
 * that the wait reveals nothing.
 * @throws DomainError 429 if the caller has too many in flight, 503 if all have; then nothing has run.
 */
export function inPasswordTurn<Result>(
  { turns }: Pick<AppContext, 'turns'>,
  by: { user_id: number } | Stranger,
  work: () => Promise<Result>,
): Promise<Result> {
  if ('user_id' in by) return turns.passwords.take(by.user_id, work);
  if (by.device !== null) return turns.passwords.take(by.device, work);
  return turns.strange_passwords.take(by.address, work);
}
