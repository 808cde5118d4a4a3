import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { SecondFactorChange } from './second-factor.email.tsx';

export interface SecondFactorJob {
  kind: 'second-factor';
  user_id: number;
  change: SecondFactorChange;
}

/** Notifies a user of a change of their second factor (SEC-5). */
export async function sendSecondFactorEmail(
  context: WorkerContext,
  tx: Tx,
  userId: number,
  change: SecondFactorChange,
): Promise<void> {
  const job: SecondFactorJob = { kind: 'second-factor', user_id: userId, change };
  await context.jobs.send(tx, 'mail', job, { priority: 50 });
}

/** Also sent to an account that has been closed since. */
export async function secondFactorEmail(
  { pool, config }: WorkerContext,
  { user_id, change }: SecondFactorJob,
): Promise<Email | null> {
  const user = await pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .where('anonymised_at', 'is', null)
    .where('waits_for_address', '=', false)
    .executeTakeFirst();
  if (!user) return null;
  return renderEmail(user.email, () => import('./second-factor.email.tsx'), {
    change,
    account_url: `${config.publicUrl}/my-account`,
  });
}
