import { storageCost, storageDays } from '@restvarde/contract/auctions/storage';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { readCollectionFacts } from './collection-facts.ts';
import type { StorageRunningJob } from './storage-jobs.ts';

/** Null if the object has been collected, its storage is free after all, or there is no recipient. */
export async function storageRunningEmail(
  context: WorkerContext,
  job: StorageRunningJob,
): Promise<Email | null> {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts?.winner_email) return null;
  if (facts.handed_over_at ?? facts.undone_at ?? facts.withdrawn_at) return null;
  const storage_days = storageDays(facts, facts.now);
  if (storage_days === 0) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${facts.auction_id}`;
  return renderEmail(
    facts.winner_email,
    () => import('./storage-running.email.tsx'),
    {
      ...facts,
      storage_days,
      storage_cost: storageCost(storage_days),
      release_code: facts.released_at === null ? null : facts.release_code,
      auction_url,
    },
    await letterheadOf(context, facts.auction_id),
  );
}
