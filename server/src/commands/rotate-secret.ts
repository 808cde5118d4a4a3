import { sql } from 'kysely';
import { readPreviousSecrets } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { replaceSecret } from '../db/secret-fingerprint.ts';
import { deriveKey, seal, unseal } from '../keys.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';

/** Job fields that are sealed under the secret. */
const SEALED_IN_JOBS = ['sealed_email', 'sealed_code'];

export const rotateSecret: Command = {
  summary: 'change SECRET, and re-encrypt what is sealed under it',
  help: `Set SECRET to the new one (openssl rand -base64 36), put the previous one first in PREVIOUS_SECRETS, one per line, stop all nodes,
run this, and start them. Queued emails, secrets of single sign-on and authenticator apps and webhooks, and the key for notifications are re-encrypted. Everybody must log in
again with a mailed code: sessions, known devices and links to choose a password end. Keep PREVIOUS_SECRETS: verify needs it.`,
  async run(invocation) {
    const { SECRET = '' } = invocation.env;
    const earlier = readPreviousSecrets(invocation.env);
    if (earlier.length === 0)
      throw new StartError('PREVIOUS_SECRETS must have the previous secret.');
    const keys = earlier.map((secret) => deriveKey(secret, 'seal'));
    const work = async (_context: AppContext, tx: Tx) => {
      const reseal = createReseal(keys, deriveKey(SECRET, 'seal'));
      const count =
        (await rotateJobs(tx, reseal)) +
        (await rotateProviders(tx, reseal)) +
        (await rotateSecondFactors(tx, reseal)) +
        (await rotatePushKeys(tx, reseal)) +
        (await rotateWebhooks(tx, reseal));
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

type Reseal = (sealed: string) => string | null;

/** Returns null for values under the new key already. */
function createReseal(earlier: Buffer[], key: Buffer): Reseal {
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

async function rotateJobs(tx: Tx, reseal: Reseal): Promise<number> {
  let count = 0;
  for (const field of SEALED_IN_JOBS) {
    const { rows } = await sql<{ id: string; name: string; sealed: string }>`
      select id, name, data->>${field} as sealed from pgboss.job
      where data ? ${field} and state <= 'active'`.execute(tx);
    for (const { id, name, sealed } of rows) {
      const next = reseal(sealed);
      if (next === null) continue;
      await sql`
        update pgboss.job set data = data || jsonb_build_object(${field}::text, ${next}::text)
        where name = ${name} and id = ${id}`.execute(tx);
      count++;
    }
  }
  return count;
}

async function rotateProviders(tx: Tx, reseal: Reseal): Promise<number> {
  const providers = await tx
    .selectFrom('sign_on_providers')
    .select(['id', 'sealed_client_secret'])
    .execute();
  let count = 0;
  for (const { id, sealed_client_secret } of providers) {
    const next = reseal(sealed_client_secret);
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

async function rotateSecondFactors(tx: Tx, reseal: Reseal): Promise<number> {
  const factors = await tx
    .selectFrom('second_factors')
    .select(['user_id', 'sealed_secret'])
    .execute();
  let count = 0;
  for (const { user_id, sealed_secret } of factors) {
    const next = reseal(sealed_secret);
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

async function rotatePushKeys(tx: Tx, reseal: Reseal): Promise<number> {
  const keys = await tx.selectFrom('push_keys').select('sealed_private_key').executeTakeFirst();
  const next = keys ? reseal(keys.sealed_private_key) : null;
  if (next === null) return 0;
  await tx.updateTable('push_keys').set({ sealed_private_key: next }).execute();
  return 1;
}

async function rotateWebhooks(tx: Tx, reseal: Reseal): Promise<number> {
  const webhooks = await tx
    .selectFrom('webhooks')
    .select(['id', 'sealed_secret', 'sealed_former_secret'])
    .execute();
  let count = 0;
  for (const { id, ...sealed } of webhooks) {
    for (const field of ['sealed_secret', 'sealed_former_secret'] as const) {
      const next = sealed[field] === null ? null : reseal(sealed[field]);
      if (next === null) continue;
      await tx
        .updateTable('webhooks')
        .set({ [field]: next })
        .where('id', '=', id)
        .execute();
      count++;
    }
  }
  return count;
}
