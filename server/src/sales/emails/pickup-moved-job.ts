import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { readCollectionFacts } from './collection-facts.ts';
import type { Place } from './pickup-moved.email.tsx';

export interface PickupMovedJob {
  kind: 'pickup-moved';
  collection_id: number;
  /** The place that the recipient knows. */
  before: Place;
}

/** Null if nothing has changed, the object is handed over, or there is no recipient. */
export async function pickupMovedEmail(
  context: WorkerContext,
  { collection_id, before }: PickupMovedJob,
): Promise<Email | null> {
  const facts = await readCollectionFacts(context, collection_id);
  if (!facts?.winner_email) return null;
  if (facts.handed_over_at ?? facts.undone_at ?? facts.withdrawn_at) return null;
  const fields = Object.keys(before) as (keyof Place)[];
  if (fields.every((field) => facts[field] === before[field])) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${facts.auction_id}`;
  return renderEmail(
    facts.winner_email,
    () => import('./pickup-moved.email.tsx'),
    { ...facts, before, auction_url },
    await letterheadOf(context, facts.auction_id),
  );
}
