import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import { managerOf } from '../../auctions/emails/manager-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { NotRelistedProps } from './not-relisted.email.tsx';

export interface NotRelistedJob {
  kind: 'not-relisted';
  auction_id: number;
  /** The form's error message. */
  why: string;
}

/**
 * Sent to the manager of an auction that could not be relisted automatically (RELIST-8). Null if there is no
 * recipient.
 */
export async function notRelistedEmail(
  context: WorkerContext,
  job: NotRelistedJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<NotRelistedProps, 'auction_url' | 'why'> & { email: string }>`
    select manager.email, a.number, a.manufacturer, a.model
    from auctions a
    ${managerOf}
    where a.id = ${job.auction_id} and a.deleted_at is null`.execute(context.pool.db);
  const [facts] = rows;
  if (!facts) return null;
  return renderEmail(
    facts.email,
    () => import('./not-relisted.email.tsx'),
    {
      ...facts,
      why: job.why,
      auction_url: `${context.config.publicUrl}/auctions/${job.auction_id}`,
    },
    await letterheadOf(context, job.auction_id),
  );
}
