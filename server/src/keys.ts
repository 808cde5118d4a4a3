import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

export type Purpose =
  | 'access'
  | 'refresh'
  | 'media'
  | 'codes'
  | 'links'
  | 'seal'
  | 'devices'
  | 'endings'
  | 'enrolments'
  | 'places'
  | 'chain'
  | 'previews'
  | 'unsubscribe'
  | 'fingerprint'
  | 'proof'
  | 'oauth';

/** The value of the sample file, and common placeholders. */
const PLACEHOLDER =
  /replace[-_ ]?me|change[-_ ]?me|placeholder|your[-_ ]?secret|example|\.\.\.|…|<[^>]*>|\$\{/i;
const MIN_LENGTH = 32;
/** Repetitive or sequential text has fewer pairs or steps; random text of 32 characters has about twice as many, in any alphabet. */
const MIN_PAIRS = 16;
const MIN_STEPS = 8;

/** Returns what is wrong with a SECRET, as a sentence; null if nothing (OPS-20). */
export function faultOfSecret(secret: string): string | null {
  const advice = 'set it to what `openssl rand -base64 36` prints.';
  if (PLACEHOLDER.test(secret)) return `SECRET is a placeholder: ${advice}`;
  if (secret.length < MIN_LENGTH)
    return `SECRET must have at least ${MIN_LENGTH} characters: ${advice}`;
  const neighbours = Array.from({ length: secret.length - 1 }, (_, at) => secret.slice(at, at + 2));
  const steps = neighbours.map((pair) => pair.charCodeAt(1) - pair.charCodeAt(0));
  const isPredictable = new Set(neighbours).size < MIN_PAIRS || new Set(steps).size < MIN_STEPS;
  return isPredictable ? `SECRET can be guessed: ${advice}` : null;
}

/** A key of 32 bytes for one purpose, derived from the product's one secret. */
export function deriveKey(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'restvarde', purpose, 32));
}

/** HMAC-SHA-256. */
export function mac(key: Buffer, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** An unguessable token: 32 random bytes, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of such a token, which is stored instead of it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Encrypts a short secret for a queued job (AES-256-GCM). */
export function seal(key: Buffer, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts what `seal` returned; throws if it was altered. */
export function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
