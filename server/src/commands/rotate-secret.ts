import { sql } from 'kysely';
import { readPreviousSecrets } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { replaceSecret } from '../db/secret-fingerprint.ts';
import { deriveKey, seal, unseal } from '../keys.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './command.ts';
import { inOneTransaction } from './open-context.ts';

/** Job fields that are sealed under the secret. */
const SEALED_IN_JOBS = ['sealed_email', 'sealed_code'];

export const rotateSecret: Command = {
  summary: 'take the database to a new SECRET',
  help: `Set SECRET to the new one (openssl rand -base64 36), put the one before first in PREVIOUS_SECRETS, one a line, stop all nodes,
run this, and start them. What waits in the queue, what providers of single sign-on need and authenticator apps are sealed anew. Everybody logs in
again, by a code that is mailed: sessions, known places and links to choose a password end. Keep PREVIOUS_SECRETS: verify asks for it.`,
  async run(invocation) {
    const { SECRET = '' } = invocation.env;
    const earlier = readPreviousSecrets(invocation.env);
    if (earlier.length === 0) throw new StartError('PREVIOUS_SECRETS must have the secret before.');
    const keys = earlier.map((secret) => deriveKey(secret, 'seal'));
    const work = async (_context: AppContext, tx: Tx) => {
      const anew = sealAnew(keys, deriveKey(SECRET, 'seal'));
      const count =
        (await rotateJobs(tx, anew)) +
        (await rotateProviders(tx, anew)) +
        (await rotateSecondFactors(tx, anew));
      await sql`update sessions set revoked_at = now_ms() where revoked_at is null`.execute(tx);
      for (const table of ['login_codes', 'sign_on_attempts', 'known_places'])
        await sql`delete from ${sql.table(table)}`.execute(tx);
      await sql`delete from reset_tokens where used_at is null`.execute(tx);
      await replaceSecret(tx, SECRET, earlier);
      return count;
    };
    const sealed = await inOneTransaction(invocation, work, { replacesSecret: true });
    invocation.print(
      `${sealed} sealed values are under the new SECRET, and everybody logs in again.`,
    );
    return 0;
  },
};

type SealAnew = (sealed: string) => string | null;

/** Returns null for values under the new key already. */
function sealAnew(earlier: Buffer[], key: Buffer): SealAnew {
  return (sealed) => {
    if (openBy(key, sealed) !== null) return null;
    for (const one of earlier) {
      const plain = openBy(one, sealed);
      if (plain !== null) return seal(key, plain);
    }
    throw new StartError(
      'PREVIOUS_SECRETS does not have the secret that the database was sealed under. Nothing has been changed.',
    );
  };
}

function openBy(key: Buffer, sealed: string): string | null {
  try {
    return unseal(key, sealed);
  } catch {
    return null;
  }
}

async function rotateJobs(tx: Tx, anew: SealAnew): Promise<number> {
  let count = 0;
  for (const field of SEALED_IN_JOBS) {
    const { rows } = await sql<{ id: string; name: string; sealed: string }>`
      select id, name, data->>${field} as sealed from pgboss.job
      where data ? ${field} and state <= 'active'`.execute(tx);
    for (const { id, name, sealed } of rows) {
      const next = anew(sealed);
      if (next === null) continue;
      await sql`
        update pgboss.job set data = data || jsonb_build_object(${field}::text, ${next}::text)
        where name = ${name} and id = ${id}`.execute(tx);
      count++;
    }
  }
  return count;
}

async function rotateProviders(tx: Tx, anew: SealAnew): Promise<number> {
  const providers = await tx
    .selectFrom('sign_on_providers')
    .select(['id', 'sealed_client_secret'])
    .execute();
  let count = 0;
  for (const { id, sealed_client_secret } of providers) {
    const next = anew(sealed_client_secret);
    if (next === null) continue;
    await tx
      .updateTable('sign_on_providers')
      .set({ sealed_client_secret: next })
      .where('id', '=', id)
      .execute();
    count++;
  }
  return count;
}

async function rotateSecondFactors(tx: Tx, anew: SealAnew): Promise<number> {
  const factors = await tx
    .selectFrom('second_factors')
    .select(['user_id', 'sealed_secret'])
    .execute();
  let count = 0;
  for (const { user_id, sealed_secret } of factors) {
    const next = anew(sealed_secret);
    if (next === null) continue;
    await tx
      .updateTable('second_factors')
      .set({ sealed_secret: next })
      .where('user_id', '=', user_id)
      .execute();
    count++;
  }
  return count;
}
