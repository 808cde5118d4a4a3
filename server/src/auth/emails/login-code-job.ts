import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { deriveKey, unseal } from '../../keys.ts';

export interface LoginCodeJob {
  kind: 'login-code';
  user_id: number;
  /** The hash of the code's challenge, in hex. */
  challenge_hash: string;
  sealed_code: string;
}

/** Null if the code has expired, is used up, or was replaced. */
export async function loginCodeEmail(
  context: WorkerContext,
  job: LoginCodeJob,
): Promise<Email | null> {
  const user = await context.pool.db
    .selectFrom('login_codes')
    .innerJoin('users', 'users.id', 'login_codes.user_id')
    .select('users.email')
    .where('users.id', '=', job.user_id)
    .where('users.deactivated_at', 'is', null)
    .where('users.waits_for_address', '=', false)
    .where('login_codes.challenge_hash', '=', Buffer.from(job.challenge_hash, 'hex'))
    .where(sql<boolean>`login_codes.expires_at > now_ms()`)
    .executeTakeFirst();
  if (!user) return null;
  const code = unseal(deriveKey(context.config.secret, 'seal'), job.sealed_code);
  return renderEmail(user.email, () => import('./login-code.email.tsx'), { code });
}
