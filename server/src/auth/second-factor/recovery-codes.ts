import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@restvarde/contract/auth/second-factor';
import type { Tx } from '../../db/pool.ts';
import { hashToken } from '../../keys.ts';

/** Without those that people take for each other. 16 of them are 78 bits, which a plain hash keeps. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

const newCode = () =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** As people write what they were shown: in any case, with hyphens or spaces or none. */
const bare = (written: string) => written.toLowerCase().replace(/[\s-]/g, '');

const hashOf = (userId: number, code: string) => hashToken(`${userId} ${bare(code)}`);

/** Makes recovery codes in place of those that were; told once, as `abcd-efgh-jkmn-pqrs`, and stored hashed (SEC-5). */
export async function renewCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute();
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
}

/** Uses a recovery code up; false when it is none of theirs, or has been used. */
export async function spendRecoveryCode(tx: Tx, userId: number, written: string): Promise<boolean> {
  if (bare(written).length !== LENGTH) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, written))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
