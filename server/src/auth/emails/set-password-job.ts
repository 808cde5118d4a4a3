import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { FIRST_PASSWORD_SEARCH } from '@restvarde/contract/auth/password';
import { domainOf } from '@restvarde/contract/companies/sign-on-providers';
import { sql } from 'kysely';
import type { AppContext, WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { LIMITS } from '../../http/limit-table.ts';
import type { Origin } from '../../http/route.ts';
import { deriveKey, hashToken, mac, seal, unseal } from '../../keys.ts';
import { recordEvent } from '../../security/record-event.ts';
import { passOnAddress } from '../../users/claim-address.ts';

/** For a known user, or for the owner of an address. */
export type SetPasswordJob = { kind: 'set-password' } & (
  | { user_id: number }
  | {
      sealed_email: string /** Staff with this address sign on by the environment's provider. */;
      is_elsewhere?: true;
    }
);

/**
 * Mails a user a link to set a password: «Välkommen» to a user without one, which tells single sign-on accounts where
 * to log in. Deactivated users get no email.
 */
export async function sendSetPasswordEmail(
  context: WorkerContext,
  tx: Tx,
  userId: number,
): Promise<void> {
  const job: SetPasswordJob = { kind: 'set-password', user_id: userId };
  await context.jobs.send(tx, 'mail', job, { priority: 50 });
}

/**
 * The same, sent by staff in the name of a company. Throws 429 if the address has got several, or the company has sent
 * many (LIMIT-1).
 */
export async function sendSetPasswordEmailForStaff(
  context: AppContext,
  tx: Tx,
  company: number,
  user: { id: number; email: string },
): Promise<void> {
  await context.limits.spend(LIMITS.link_company, String(company), tx);
  await context.limits.spend(LIMITS.link_mail, user.email.toLowerCase(), tx);
  await sendSetPasswordEmail(context, tx, user.id);
}

/**
 * The same for the owner of an address, if any. The account is looked up when the email is sent, so that a request
 * takes the same time for known and unknown addresses (AUTH-12).
 */
export async function sendSetPasswordEmailTo(
  context: WorkerContext & Pick<AppContext, 'oidc'>,
  tx: Tx,
  email: string,
  origin: Origin,
): Promise<void> {
  const holder = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('deactivated_at', 'is', null)
    .where('waits_for_address', '=', false)
    .executeTakeFirst();
  await recordEvent(
    tx,
    { ...origin, user_id: null },
    { kind: 'password_link_asked', user_id: holder?.id ?? null },
  );
  const sealed_email = seal(deriveKey(context.config.secret, 'seal'), email);
  const job: SetPasswordJob = {
    kind: 'set-password',
    sealed_email,
    ...(context.oidc?.domains.includes(domainOf(email)) && { is_elsewhere: true }),
  };
  await context.jobs.send(tx, 'mail', job, { priority: 50 });
}

/** The address that an email was requested for. */
export function openSealedEmail(secret: string, sealed: string): string {
  return unseal(deriveKey(secret, 'seal'), sealed);
}

/**
 * The email with its link; null for users who get none. The token is derived from the job, so that it is stored nowhere
 * in plain text and an email that is sent twice has the same link. Revokes the user's earlier links (AUTH-14).
 */
export function setPasswordEmail(
  context: WorkerContext,
  job: SetPasswordJob,
  jobId: string,
): Promise<Email | null> {
  return context.pool.db.transaction().execute((tx) => makeEmail(context, tx, job, jobId));
}

async function makeEmail(
  context: WorkerContext,
  tx: Tx,
  job: SetPasswordJob,
  jobId: string,
): Promise<Email | null> {
  if ('sealed_email' in job)
    await passOnAddress(tx, openSealedEmail(context.config.secret, job.sealed_email));
  const isTheirs =
    'user_id' in job
      ? sql<boolean>`id = ${job.user_id}`
      : sql<boolean>`lower(email) = ${openSealedEmail(context.config.secret, job.sealed_email)}
          and not waits_for_address`;
  const user = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'is_ad_user',
      'company_id',
      'waits_for_address',
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
    .where('deactivated_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return null;
  if (user.waits_for_address)
    return renderEmail(user.email, () => import('./address-taken.email.tsx'), user);
  const isElsewhere = 'is_elsewhere' in job && job.is_elsewhere && user.company_id !== null;
  if (user.is_ad_user || isElsewhere) {
    // Single sign-on accounts have no password: only new ones get an email, which says where to log in.
    if (!('user_id' in job)) return null;
    const props = { ...user, password_url: null, login_url: context.config.publicUrl };
    return renderEmail(user.email, () => import('./welcome.email.tsx'), props);
  }
  const token = mac(deriveKey(context.config.secret, 'links'), jobId).toString('base64url');
  const hours = AUTH.linkHours[user.is_new ? 'new' : 'known'];
  const expires_at = sql<Date>`now_ms() + make_interval(hours => ${hours})`;
  const token_hash = hashToken(token);
  await tx
    .deleteFrom('reset_tokens')
    .where((where) =>
      where.or([
        sql<boolean>`expires_at < now_ms()`,
        where.and([
          where('user_id', '=', user.id),
          where('used_at', 'is', null),
          where('token_hash', '<>', token_hash),
        ]),
      ]),
    )
    .execute();
  await tx
    .insertInto('reset_tokens')
    .values({ token_hash, user_id: user.id, expires_at })
    // Restarts its lifetime, because the mail server may accept it hours later.
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .doUpdateSet({ expires_at })
        .where('reset_tokens.used_at', 'is', null),
    )
    .execute();
  const url = `${context.config.publicUrl}/create-password/${token}`;
  const { publicUrl } = context.config;
  if (user.is_new) {
    const password_url = `${url}?${new URLSearchParams(FIRST_PASSWORD_SEARCH)}`;
    const props = { ...user, password_url, login_url: publicUrl };
    return renderEmail(user.email, () => import('./welcome.email.tsx'), props);
  }
  return renderEmail(user.email, () => import('./set-password.email.tsx'), { password_url: url });
}
