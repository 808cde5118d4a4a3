import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, as base64url (RFC 8291, 2): a point of P-256 and 16 bytes. */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

const CURVE = 'prime256v1';
/** The largest message that push services must accept; it is one record (RFC 8291, 4). */
const RECORD_BYTES = 4_096;
const LAST_RECORD = 2;

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Whether these bytes are an uncompressed point on P-256. */
export function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const pair = createECDH(CURVE);
  pair.generateKeys();
  try {
    return pair.computeSecret(bytes).length > 0;
  } catch {
    return false;
  }
}

function freshPair(): ECDH {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}

/**
 * Encrypts a message for a browser: the body of a call to its push service, with the content coding `aes128gcm`
 * (RFC 8291, RFC 8188). `pair` and `salt` are new for each message.
 * @throws RangeError if the body would be longer than 4 096 bytes
 */
export function encryptMessage(
  { p256dh, auth }: SubscriptionKeys,
  message: Buffer,
  pair = freshPair(),
  salt = randomBytes(16),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = hkdf(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const key = hkdf(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(shared, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_BYTES);
  size.writeUInt8(ours.length, 4);
  const body = Buffer.concat([
    salt,
    size,
    ours,
    cipher.update(message),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  if (body.length > RECORD_BYTES)
    throw new RangeError(`A push of ${body.length} bytes is too long.`);
  return body;
}
