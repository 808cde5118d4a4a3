import { readForStation } from '../../auctions/letters/station-facts.ts';
import { composeLetter, type Letter } from '../../mail/letter.ts';
import type { Backstage } from '../../platform.ts';
import { outbidLetter } from './outbid.mail.ts';

export interface OutbidJob {
  letter: 'outbid';
  auction_id: number;
  service_station_id: number;
  /** The station's bid that led. */
  bid_id: number;
}

/**
 * Null when it leads again, has bid since (that bid's loss is a letter of its own), or when there is nothing
 * left to bid for: the end has its own letter.
 */
export async function composeOutbid(platform: Backstage, job: OutbidJob): Promise<Letter | null> {
  const facts = await readForStation(platform.pool, job.auction_id, job.service_station_id);
  if (!facts?.is_active || facts.leads !== false || facts.own_bid_id !== job.bid_id) return null;
  const url = `${platform.config.publicUrl}/auctions/${job.auction_id}`;
  return composeLetter(facts.email, outbidLetter(facts, url));
}
