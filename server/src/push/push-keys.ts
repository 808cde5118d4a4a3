import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type { Queryable } from '../db/pool.ts';
import { deriveKey, seal, unseal } from '../keys.ts';

/** The key pair of VAPID (RFC 8292), as base64url: an uncompressed point of P-256 and its private value. */
export interface PushKeys {
  public_key: string;
  private_key: string;
}

/** Makes the key pair if the database has none. Returns the public key (PUSH-6). */
export async function ensurePushKeys(db: Queryable, secret: string): Promise<string> {
  const read = () => db.selectFrom('push_keys').select('public_key').executeTakeFirst();
  const known = await read();
  if (known) return known.public_key;
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys('base64url');
  const sealed_private_key = seal(deriveKey(secret, 'seal'), pair.getPrivateKey('base64url'));
  await db
    .insertInto('push_keys')
    .values({ public_key, sealed_private_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another node may have been first.
  return (await read())!.public_key;
}

/** Reads the key pair. Throws if there is none. */
export async function readPushKeys(db: Queryable, secret: string): Promise<PushKeys> {
  const { public_key, sealed_private_key } = await db
    .selectFrom('push_keys')
    .select(['public_key', 'sealed_private_key'])
    .executeTakeFirstOrThrow();
  return { public_key, private_key: unseal(deriveKey(secret, 'seal'), sealed_private_key) };
}

/** RFC 8292 allows 24 hours at most. */
const VALID_S = 12 * 3_600;

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `mailto:` and the address of `MAIL_FROM`, with or without a display name. */
export const contactOf = (mailFrom: string) =>
  `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()}`;

/** The `Authorization` header of a call to a push service: a token for its origin, signed by ES256 (RFC 8292). */
export function authorizationOf(
  { public_key, private_key }: PushKeys,
  { audience, subject, now_ms }: { audience: string; subject: string; now_ms: number },
): string {
  const point = Buffer.from(public_key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: private_key },
  });
  const claims = { aud: audience, exp: Math.floor(now_ms / 1_000) + VALID_S, sub: subject };
  const unsigned = `${json({ typ: 'JWT', alg: 'ES256' })}.${json(claims)}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${public_key}`;
}
