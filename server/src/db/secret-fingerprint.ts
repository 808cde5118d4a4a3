import { sql } from 'kysely';
import { deriveKey } from '../keys.ts';
import { StartError } from '../start-error.ts';
import type { Queryable } from './pool.ts';

const fingerprintOf = (secret: string) => deriveKey(secret, 'fingerprint');

/**
 * Checks that a database is sealed under this SECRET; the first node on a database records it (OPS-20).
 * @throws StartError for another SECRET: nodes could not read each other's tokens, links and sealed values.
 */
export async function checkSecret(db: Queryable, secret: string): Promise<void> {
  await db
    .insertInto('secret_fingerprint')
    .values({ fingerprint: fingerprintOf(secret) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { fingerprint } = await db
    .selectFrom('secret_fingerprint')
    .select('fingerprint')
    .executeTakeFirstOrThrow();
  if (!fingerprint.equals(fingerprintOf(secret)))
    throw new StartError(
      'SECRET is not the one that the database is sealed under. Set that one on all nodes; to replace it, put it first in PREVIOUS_SECRETS and run `npm run restvarde -- rotate-secret`.',
    );
}

/**
 * Records that a database is now sealed under another SECRET (OPS-15).
 * @throws StartError if it was sealed under none of `earlier`.
 */
export async function replaceSecret(db: Queryable, secret: string, earlier: string[]) {
  const known = await db.selectFrom('secret_fingerprint').select('fingerprint').executeTakeFirst();
  const isKnown = [secret, ...earlier].some((one) => known?.fingerprint.equals(fingerprintOf(one)));
  if (known && !isKnown)
    throw new StartError(
      'PREVIOUS_SECRETS does not have the secret that the database is sealed under. Nothing has been changed.',
    );
  const fingerprint = fingerprintOf(secret);
  await db
    .insertInto('secret_fingerprint')
    .values({ fingerprint })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ fingerprint, set_at: sql`now_ms()` }),
    )
    .execute();
}
