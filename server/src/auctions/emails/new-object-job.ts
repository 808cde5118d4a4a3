import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { topOf } from './letterhead-of.ts';
import { readForStation } from './station-facts.ts';
import { unsubscribeAddress } from './unsubscribe-address.ts';

export interface NewObjectJob {
  kind: 'new-object';
  auction_id: number;
  service_station_id: number;
}

/** Null if the auction is over, is no longer offered to this station, or its category is muted. */
export async function newObjectEmail(
  context: WorkerContext,
  job: NewObjectJob,
): Promise<Email | null> {
  const facts = await readForStation(context, job);
  if (!facts?.is_active || !facts.follows) return null;
  const { publicUrl } = context.config;
  return renderEmail(
    facts.email,
    () => import('./new-object.email.tsx'),
    {
      ...facts,
      auction_url: `${publicUrl}/auctions/${job.auction_id}`,
      settings_url: `${publicUrl}/settings`,
    },
    await topOf(context.media, facts),
    unsubscribeAddress(context, { ...job, followed: 'categories' }),
  );
}
