import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';

export interface PasswordChangedJob {
  kind: 'password-changed';
  user_id: number;
}

/** Mails the receipt of a changed password. */
export async function sendPasswordChangedEmail(
  context: WorkerContext,
  tx: Tx,
  userId: number,
): Promise<void> {
  const job: PasswordChangedJob = { kind: 'password-changed', user_id: userId };
  await context.jobs.send(tx, 'mail', job, { priority: 50 });
}

/** Also sent to an account that has been deactivated since. */
export async function passwordChangedEmail(
  context: WorkerContext,
  job: PasswordChangedJob,
): Promise<Email | null> {
  const user = await context.pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', job.user_id)
    .where('waits_for_address', '=', false)
    .executeTakeFirst();
  if (!user) return null;
  const forgot_url = `${context.config.publicUrl}/forgot-password`;
  return renderEmail(user.email, () => import('./password-changed.email.tsx'), { forgot_url });
}
