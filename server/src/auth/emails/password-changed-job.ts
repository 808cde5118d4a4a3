import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { Backstage } from '../../platform.ts';

export interface PasswordChangedJob {
  kind: 'password-changed';
  user_id: number;
}

/** Mails the receipt of a changed password. */
export async function sendPasswordChangedEmail(
  platform: Backstage,
  tx: Tx,
  userId: number,
): Promise<void> {
  const job: PasswordChangedJob = { kind: 'password-changed', user_id: userId };
  await platform.jobs.send(tx, 'mail', job, { priority: 50 });
}

/** It goes also to an account that has been deactivated since. */
export async function passwordChangedEmail(
  platform: Backstage,
  job: PasswordChangedJob,
): Promise<Email | null> {
  const user = await platform.pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', job.user_id)
    .executeTakeFirst();
  if (!user) return null;
  const forgot_url = `${platform.config.publicUrl}/forgot-password`;
  return renderEmail(user.email, () => import('./password-changed.email.tsx'), { forgot_url });
}
