import type { Bid } from '@restvarde/contract/bids/bids';

/** What a bidder is called; one whose station was deleted keeps its bids (STN-8). */
export function bidderOf(bid: Pick<Bid, 'service_station_name'>): string {
  return bid.service_station_name ?? 'Borttagen verkstad';
}
