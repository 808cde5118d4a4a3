import { createECDH } from 'node:crypto';
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
