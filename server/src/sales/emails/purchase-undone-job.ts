import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { readCollectionFacts } from './collection-facts.ts';

export interface PurchaseUndoneJob {
  kind: 'purchase-undone';
  collection_id: number;
}

/** Null if there is no recipient. */
export async function purchaseUndoneEmail(
  context: WorkerContext,
  job: PurchaseUndoneJob,
): Promise<Email | null> {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts?.winner_email || facts.undone_at === null) return null;
  const { storage_days, storage_cost } = facts;
  if (storage_days === null || storage_cost === null) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${facts.auction_id}`;
  return renderEmail(
    facts.winner_email,
    () => import('./purchase-undone.email.tsx'),
    { ...facts, ...{ storage_days, storage_cost }, auction_url },
    await letterheadOf(context, facts.auction_id),
  );
}
