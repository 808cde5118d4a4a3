import { listMyBids, type MyBid } from '@restvarde/contract/bids/my-bids';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import { newestMessage } from '../../auctions/newest-standings.ts';
import { applyToMyBids, MY_BIDS } from './my-bids.ts';

/** The socket sends changes, and the query is refetched whenever it opens. */
const FRESH_MS = 5 * 60_000;

/** The station's standing in the active auctions that it has bid on (LIVE-8). */
export const myBidsQuery = queryOptions({
  queryKey: MY_BIDS,
  // A message newer than the answer takes precedence (LIVE-2).
  queryFn: async ({ client, signal }) => withNewestOf(client, await call(listMyBids, { signal })),
  staleTime: FRESH_MS,
  meta: { isLive: true },
});

function withNewestOf(client: QueryClient, bids: MyBid[]): MyBid[] {
  return bids.reduce((known, { auction_id }) => {
    const message = newestMessage(client, auction_id);
    return message === undefined ? known : (applyToMyBids(known, message) ?? known);
  }, bids);
}
