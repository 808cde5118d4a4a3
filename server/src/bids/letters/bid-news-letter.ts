import { readForStation } from '../../auctions/letters/station-facts.ts';
import { composeLetter, type Letter } from '../../mail/letter.ts';
import type { Backstage } from '../../platform.ts';
import { bidNewsLetter } from './bid-news.mail.ts';

export interface BidNewsJob {
  letter: 'bid-news';
  auction_id: number;
  service_station_id: number;
  /** The last bid that the letter is about. */
  bid_id: number;
}

/**
 * Null when the alert has been turned off, when a later letter has been written that tells more (so that mail
 * that was held up does not come in heaps), when the station leads, or when the auction is over.
 */
export async function composeBidNews(platform: Backstage, job: BidNewsJob): Promise<Letter | null> {
  const facts = await readForStation(platform.pool, job.auction_id, job.service_station_id);
  if (!facts?.is_active || facts.leads !== false || !facts.watches) return null;
  if (facts.told_bid_id > job.bid_id) return null;
  const url = `${platform.config.publicUrl}/auctions/${job.auction_id}`;
  return composeLetter(facts.email, bidNewsLetter(facts, url));
}
