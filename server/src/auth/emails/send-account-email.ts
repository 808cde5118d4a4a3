import { domainOf } from '@restvarde/contract/companies/sign-on-providers';
import { sql } from 'kysely';
import type { AppContext, WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { LIMITS } from '../../http/limit-table.ts';
import type { Origin } from '../../http/route.ts';
import { deriveKey, seal } from '../../keys.ts';
import { recordEvent } from '../../security/record-event.ts';
import type { ContactChangeJob } from './contact-change.email.tsx';
import type { NewDeviceJob } from './new-device.email.tsx';
import type { PasswordChangedJob } from './password-changed.email.tsx';
import type { SecondFactorJob } from './second-factor.email.tsx';
import type { SetPasswordJob } from './set-password.email.tsx';

type AccountJob =
  | ContactChangeJob
  | NewDeviceJob
  | PasswordChangedJob
  | SecondFactorJob
  | SetPasswordJob;

/** Queues an email about an account, in the slots for urgent emails. */
export function sendAccountEmail(
  { jobs }: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  job: AccountJob,
): Promise<void> {
  return jobs.send(tx, 'mail', job, { priority: 50 });
}

/**
 * Mails a user a link to set a password: «Välkommen» to a user without one, which says where to log in if the account
 * uses single sign-on. Deactivated users get no email.
 */
export async function sendSetPasswordEmail(
  context: WorkerContext,
  tx: Tx,
  user_id: number,
): Promise<void> {
  await sendAccountEmail(context, tx, { kind: 'set-password', user_id });
}

/**
 * `sendSetPasswordEmail` for staff, in the name of a company. Throws 429 if the address has got several, or the company
 * has sent many (LIMIT-1).
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
 * `sendSetPasswordEmail` for the owner of an address, if any. The account is looked up when the email is sent, so that a request
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
  await sendAccountEmail(context, tx, {
    kind: 'set-password',
    sealed_email,
    ...(context.oidc?.domains.includes(domainOf(email)) && { is_elsewhere: true }),
  });
}
