import { topOf } from '../../auctions/emails/letterhead-of.ts';
import { readForStation } from '../../auctions/emails/station-facts.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';

export interface OutbidJob {
  kind: 'outbid';
  auction_id: number;
  service_station_id: number;
  /** The station's bid that led. */
  bid_id: number;
}

/**
 * Null if the station leads again, has bid since (that bid gets a separate email), or bidding is over (the end
 * has a separate email).
 */
export async function outbidEmail(context: WorkerContext, job: OutbidJob): Promise<Email | null> {
  const facts = await readForStation(context, job);
  if (!facts?.is_active || facts.leads !== false || facts.own_bid_id !== job.bid_id) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    facts.email,
    () => import('./outbid.email.tsx'),
    { ...facts, auction_url },
    await topOf(context.media, facts),
  );
}
