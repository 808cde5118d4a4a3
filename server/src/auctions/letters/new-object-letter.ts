import { composeLetter, type Letter } from '../../mail/letter.ts';
import type { Backstage } from '../../platform.ts';
import { newObjectLetter } from './new-object.mail.ts';
import { readForStation } from './station-facts.ts';

export interface NewObjectJob {
  letter: 'new-object';
  auction_id: number;
  service_station_id: number;
}

/** Null when the auction is over, or is not for this station any more, or its category has been silenced. */
export async function composeNewObject(
  platform: Backstage,
  job: NewObjectJob,
): Promise<Letter | null> {
  const facts = await readForStation(platform.pool, job.auction_id, job.service_station_id);
  if (!facts?.is_active || !facts.follows) return null;
  const { publicUrl } = platform.config;
  return composeLetter(
    facts.email,
    newObjectLetter(facts, {
      auction: `${publicUrl}/auctions/${job.auction_id}`,
      settings: `${publicUrl}/settings`,
    }),
  );
}
