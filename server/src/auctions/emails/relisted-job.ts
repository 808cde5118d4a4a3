import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { topOf } from './letterhead-of.ts';
import { readForStation } from './station-facts.ts';

export interface RelistedJob {
  kind: 'relisted';
  auction_id: number;
  service_station_id: number;
}

/**
 * Sent to a station that took part in the predecessor (RELIST-5). Null if the auction is over or is not offered
 * to it.
 */
export async function relistedEmail(
  context: WorkerContext,
  job: RelistedJob,
): Promise<Email | null> {
  const facts = await readForStation(context, job);
  if (!facts?.is_active) return null;
  const { publicUrl } = context.config;
  return renderEmail(
    facts.email,
    () => import('./relisted.email.tsx'),
    {
      ...facts,
      auction_url: `${publicUrl}/auctions/${job.auction_id}`,
    },
    await topOf(context.media, facts),
  );
}
