import { browserName } from '@restvarde/contract/security/browser-name';
import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { endingTokenOf } from '../own-sessions/ending-token.ts';

export interface NewDeviceJob {
  kind: 'new-device';
  session_id: string;
}

/** Notifies a user of a login from a new device (SEC-4). */
export async function sendNewDeviceEmail(
  context: WorkerContext,
  tx: Tx,
  sessionId: string,
): Promise<void> {
  const job: NewDeviceJob = { kind: 'new-device', session_id: sessionId };
  await context.jobs.send(tx, 'mail', job, { priority: 50 });
}

/** Sent even if the session has ended, because it reports the login. */
export async function newDeviceEmail(
  { pool, config }: WorkerContext,
  { session_id }: NewDeviceJob,
): Promise<Email | null> {
  const { rows } = await sql<{
    email: string;
    is_ad_user: boolean;
    at: Date;
    user_agent: string;
    ip: string | null;
  }>`
    select u.email, u.is_ad_user, s.created_at as at, s.user_agent, host(s.ip) as ip
    from sessions s join users u on u.id = s.user_id
    where s.id = ${session_id} and u.anonymised_at is null and not u.waits_for_address`.execute(
    pool.db,
  );
  const login = rows[0];
  if (!login) return null;
  return renderEmail(login.email, () => import('./new-device.email.tsx'), {
    at: login.at.toISOString(),
    browser: browserName(login.user_agent),
    ip: login.ip,
    end_url: `${config.publicUrl}/end-session/${endingTokenOf(config.secret, session_id)}`,
    has_password: !login.is_ad_user,
  });
}
