import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's argon2id: 19 MiB, two passes, no parallelism. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_LENGTH = 32;

const tag = (
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
) => derive('argon2id', { message: password, nonce, tagLength: TAG_LENGTH, ...cost });

/** argon2id in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (AUTH-14). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await tag(password, nonce, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/**
 * Does the password match? Without a stored hash the same work is done for nothing, so that the time does
 * not disclose which accounts exist.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, hash] = PHC.exec(phc ?? '') ?? [];
  if (!nonce || !hash) {
    await tag(password, Buffer.alloc(16), COST);
    return false;
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await tag(password, Buffer.from(nonce, 'base64'), cost);
  return timingSafeEqual(found, Buffer.from(hash, 'base64'));
}

/** Was this made at a lower cost than passwords are today, or by other means (AUTH-19)? */
export function isOutdated(phc: string): boolean {
  const [, memory, passes] = PHC.exec(phc) ?? [];
  return Number(memory ?? 0) < COST.memory || Number(passes) < COST.passes;
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
