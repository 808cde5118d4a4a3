import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { readCollectionFacts } from './collection-facts.ts';

export interface HandedOverJob {
  kind: 'handed-over';
  collection_id: number;
  to: 'winner' | 'manager';
}

/** Null if there is no recipient. */
export async function handedOverEmail(
  context: WorkerContext,
  job: HandedOverJob,
): Promise<Email | null> {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts) return null;
  const { handed_over_at, collected_by, storage_days, storage_cost } = facts;
  if (!handed_over_at || !collected_by || storage_days === null || storage_cost === null)
    return null;
  const email = job.to === 'winner' ? facts.winner_email : facts.manager_email;
  if (!email) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${facts.auction_id}`;
  return renderEmail(
    email,
    () => import('./handed-over.email.tsx'),
    {
      ...facts,
      ...{ handed_over_at, collected_by, storage_days, storage_cost },
      to: job.to,
      auction_url,
    },
    await letterheadOf(context, facts.auction_id),
  );
}
