import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import { deriveKey, hashToken, mac, seal, unseal } from '../keys.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';
import type { Backstage } from '../platform.ts';
import { passwordChangedLetter, setPasswordLetter } from './password.mail.ts';

/** For a user whom we know, or for whoever has an address. */
type SetPasswordJob = { letter: 'set-password' } & ({ user_id: number } | { sealed_email: string });

interface PasswordChangedJob {
  letter: 'password-changed';
  user_id: number;
}

/**
 * Mails a user a link to set a password: «Välkommen» to one who has none yet. AD accounts and deactivated
 * ones get no letter.
 */
export async function sendSetPasswordMail(
  platform: Backstage,
  tx: Tx,
  userId: number,
): Promise<void> {
  const job: SetPasswordJob = { letter: 'set-password', user_id: userId };
  await platform.jobs.send(tx, 'mail', job, { priority: 50 });
}

/**
 * The same for whoever has this address, if anyone. Who that is is looked up when the letter is written, so
 * that asking takes the same time for known and unknown addresses (AUTH-12).
 */
export async function sendSetPasswordMailTo(
  platform: Backstage,
  tx: Tx,
  email: string,
): Promise<void> {
  const sealed_email = seal(deriveKey(platform.config.secret, 'seal'), email);
  const job: SetPasswordJob = { letter: 'set-password', sealed_email };
  await platform.jobs.send(tx, 'mail', job, { priority: 50 });
}

/** The address that a letter was asked for. */
export function openSealedEmail(secret: string, sealed: string): string {
  return unseal(deriveKey(secret, 'seal'), sealed);
}

/** Mails the receipt of a changed password. */
export async function sendPasswordChangedMail(
  platform: Backstage,
  tx: Tx,
  userId: number,
): Promise<void> {
  const job: PasswordChangedJob = { letter: 'password-changed', user_id: userId };
  await platform.jobs.send(tx, 'mail', job, { priority: 50 });
}

/**
 * Composes the letter with its link; null for those who get none. The token is derived from the job, so that
 * it rests nowhere in the clear and a letter that is sent twice has the same link.
 */
export async function composeSetPassword(
  platform: Backstage,
  job: SetPasswordJob,
  jobId: string,
): Promise<Letter | null> {
  const { db } = platform.pool;
  const isTheirs =
    'user_id' in job
      ? sql<boolean>`id = ${job.user_id}`
      : sql<boolean>`lower(email) = ${openSealedEmail(platform.config.secret, job.sealed_email)}`;
  const user = await db
    .selectFrom('users')
    .select([
      'id',
      'email',
      sql<boolean>`password_hash is null`.as('is_new'),
      sql<
        string | null
      >`(select name from service_stations st where st.id = service_station_id)`.as('station_name'),
      sql<string | null>`(
        select c.name from companies c where c.id = coalesce(
          (select st.company_id from service_stations st where st.id = service_station_id), company_id)
      )`.as('company_name'),
    ])
    .where(isTheirs)
    .where('is_ad_user', '=', false)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  if (!user) return null;
  const token = mac(deriveKey(platform.config.secret, 'links'), jobId).toString('base64url');
  const hours = AUTH.linkHours[user.is_new ? 'new' : 'known'];
  const expires_at = sql<Date>`now_ms() + make_interval(hours => ${hours})`;
  await db.deleteFrom('reset_tokens').where(sql<boolean>`expires_at < now_ms()`).execute();
  await db
    .insertInto('reset_tokens')
    .values({ token_hash: hashToken(token), user_id: user.id, expires_at })
    // A letter that the mail server took only hours later must still be of use.
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .doUpdateSet({ expires_at })
        .where('reset_tokens.used_at', 'is', null),
    )
    .execute();
  const url = `${platform.config.publicUrl}/create-password/${token}`;
  return composeLetter(user.email, setPasswordLetter({ ...user, url, isNew: user.is_new }));
}

/** Composes the receipt; it goes also to an account that has been deactivated since. */
export async function composePasswordChanged(
  platform: Backstage,
  job: PasswordChangedJob,
): Promise<Letter | null> {
  const user = await platform.pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', job.user_id)
    .executeTakeFirst();
  if (!user) return null;
  const url = `${platform.config.publicUrl}/forgot-password`;
  return composeLetter(user.email, passwordChangedLetter({ url }));
}
