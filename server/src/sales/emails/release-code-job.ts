import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { readCollectionFacts } from './collection-facts.ts';

export interface ReleaseCodeJob {
  kind: 'release-code';
  collection_id: number;
}

/** Null if the winner no longer has the code. */
export async function releaseCodeEmail(
  context: WorkerContext,
  job: ReleaseCodeJob,
): Promise<Email | null> {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts?.winner_email || facts.released_at === null) return null;
  if (facts.handed_over_at ?? facts.undone_at ?? facts.withdrawn_at) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${facts.auction_id}`;
  return renderEmail(
    facts.winner_email,
    () => import('./release-code.email.tsx'),
    { ...facts, auction_url },
    await letterheadOf(context, facts.auction_id),
  );
}
