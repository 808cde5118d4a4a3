import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { LiveMessage } from '@restvarde/contract/live';
import type { QueryClient } from '@tanstack/react-query';
import { applyStanding } from './apply-standing.ts';

const FOREVER_MS = Number.POSITIVE_INFINITY;
const NEWEST = 'newest standing';
const keyOf = (auction_id: number) => [NEWEST, auction_id];

/**
 * Keeps the newest message of each auction, since an answer that was on its way meanwhile may know less.
 * A message without a bid of one's own says that it has not changed.
 */
export function rememberStanding(client: QueryClient, message: LiveMessage): void {
  const before = newestMessage(client, message.auction_id);
  if (before !== undefined && message.at < before.at) return;
  const my_bid = message.my_bid === undefined ? before?.my_bid : message.my_bid;
  client.setQueryDefaults([NEWEST], { gcTime: FOREVER_MS });
  client.setQueryData(
    keyOf(message.auction_id),
    my_bid === undefined ? message : { ...message, my_bid },
  );
}

/** The newest message of an auction, if any has come. */
export function newestMessage(client: QueryClient, auction_id: number): LiveMessage | undefined {
  return client.getQueryData(keyOf(auction_id));
}

/** A fetched auction with what has been told of it since it was read (LIVE-2). */
export function withNewest<A extends AuctionCard>(client: QueryClient, auction: A): A {
  const message = newestMessage(client, auction.id);
  return message === undefined ? auction : applyStanding(auction, message);
}
