import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as all authenticators implement it: SHA-1, six digits, steps of 30 s. */
const STEP_S = 30;
const DIGITS = 6;
/** A phone's clock may be one step off in either direction. */
const DRIFT_STEPS = 1;
/** The length of a SHA-1 hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret, in base32 without padding (RFC 4648), as authenticators expect. */
export function newSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The code of a step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step of a time in seconds since the epoch. */
export function stepOf(seconds: number): number {
  return Math.floor(seconds / STEP_S);
}

/** The newest step near `now` with this code, if it is after `last_step`; null otherwise. */
export function findStep(
  secret: string,
  code: string,
  { now, last_step }: { now: number; last_step: number },
): number | null {
  const actual = Buffer.from(code);
  let found: number | null = null;
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++) {
    const expected = Buffer.from(codeAt(secret, step));
    const isRight = actual.length === expected.length && timingSafeEqual(actual, expected);
    if (isRight && step > last_step) found = step;
  }
  return found;
}

/** The content of the QR code. */
export function otpauthUrl(secret: string, email: string): string {
  const label = encodeURIComponent(`Restvärde:${email}`);
  const query = new URLSearchParams({ secret, issuer: 'Restvärde' });
  return `otpauth://totp/${label}?${query}`;
}

function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)));
}
