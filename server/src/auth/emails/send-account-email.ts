import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
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
