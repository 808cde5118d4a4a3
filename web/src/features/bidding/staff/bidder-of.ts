import type { Bid } from '@restvarde/contract/bids/bids';

/** The name of a bidder. The bids of a deleted station are kept (STN-8). */
export function bidderOf(bid: Pick<Bid, 'service_station_name'>): string {
  return bid.service_station_name ?? 'Borttagen verkstad';
}
