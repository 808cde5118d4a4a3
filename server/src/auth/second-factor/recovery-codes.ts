import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@restvarde/contract/auth/second-factor';
import type { Tx } from '../../db/pool.ts';
import { hashToken } from '../../keys.ts';

/** Without characters that are easily confused. 16 of them have 78 bits, enough for a plain hash. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

const newCode = () =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Ignores case, hyphens and spaces, as people type codes. */
const bare = (written: string) => written.toLowerCase().replace(/[\s-]/g, '');

const hashOf = (userId: number, code: string) => hashToken(`${userId} ${bare(code)}`);

/** Replaces the recovery codes. Returns them as `abcd-efgh-jkmn-pqrs`; only hashes are stored (SEC-5). */
export async function renewCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute();
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
}

/** Uses up a recovery code; false if it is invalid or used. */
export async function spendRecoveryCode(tx: Tx, userId: number, written: string): Promise<boolean> {
  if (bare(written).length !== LENGTH) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, written))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
