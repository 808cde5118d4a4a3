import { topOf } from '../../auctions/emails/letterhead-of.ts';
import { readForStation } from '../../auctions/emails/station-facts.ts';
import { unsubscribeAddress } from '../../auctions/emails/unsubscribe-address.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';

export interface BidNewsJob {
  kind: 'bid-news';
  auction_id: number;
  service_station_id: number;
  /** The last bid that the email covers. */
  bid_id: number;
}

/**
 * Null if the alert is off, a later email covers more bids (so that delayed mail does not pile up), the station
 * leads, or the auction is over.
 */
export async function bidNewsEmail(context: WorkerContext, job: BidNewsJob): Promise<Email | null> {
  const facts = await readForStation(context, job);
  if (!facts?.is_active || facts.leads !== false || !facts.watches) return null;
  if (facts.told_bid_id > job.bid_id) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    facts.email,
    () => import('./bid-news.email.tsx'),
    { ...facts, auction_url },
    await topOf(context.media, facts),
    unsubscribeAddress(context, { ...job, followed: 'alert' }),
  );
}
