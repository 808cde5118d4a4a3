import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import { deriveKey } from '../keys.ts';

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface ProofKey {
  /** The first 16 hex digits of the SHA-256 of the public key. */
  key_id: string;
  /** 32 bytes. */
  public_key: Buffer;
  /** Returns the Ed25519 signature over UTF-8 text, base64. */
  sign(text: string): string;
}

/** The key that signs proofs, derived from `SECRET` (PROOF-5). */
export function openProofKey(secret: string): ProofKey {
  const der = Buffer.concat([PKCS8_PREFIX, deriveKey(secret, 'proof')]);
  const key: KeyObject = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const public_key = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    key_id: createHash('sha256').update(public_key).digest('hex').slice(0, 16),
    public_key,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Publishes a key before its first signature (PROOF-5). Idempotent. */
export async function publishProofKey(
  db: Queryable,
  { key_id, public_key }: ProofKey,
): Promise<void> {
  await sql`
    insert into proof_keys (key_id, public_key) values (${key_id}, ${public_key})
    on conflict do nothing`.execute(db);
}

/** All public keys that ever signed, base64 by id (PROOF-5). */
export async function readProofKeys(db: Queryable): Promise<Record<string, string>> {
  const keys = await db
    .selectFrom('proof_keys')
    .select(['key_id', 'public_key'])
    .orderBy('created_at')
    .execute();
  return Object.fromEntries(
    keys.map(({ key_id, public_key }) => [key_id, public_key.toString('base64')]),
  );
}
