import { type Bid, listBids } from '@restvarde/contract/bids/bids';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** The bids of an auction, page by page, newest first (AUC-4). */
export const bidsQuery = (auction_id: number) =>
  infiniteQueryOptions({
    queryKey: ['auction', auction_id, 'bids'],
    queryFn: ({ pageParam, signal }) =>
      call(listBids, { params: { id: auction_id }, signal, address: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** The name of a bidder. The bids of a deleted station are kept (STN-8). */
export function bidderOf(bid: Pick<Bid, 'service_station_name'>): string {
  return bid.service_station_name ?? 'Borttagen verkstad';
}
