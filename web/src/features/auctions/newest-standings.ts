import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { LiveMessage } from '@restvarde/contract/live';
import type { QueryClient } from '@tanstack/react-query';
import { applyStanding } from './apply-standing.ts';

const FOREVER_MS = Number.POSITIVE_INFINITY;
const NEWEST = 'newest standing';
const keyOf = (auction_id: number) => [NEWEST, auction_id];

/**
 * Remembers the newest message of each auction, since a reply on its way may be older. In a message without the
 * station's own bid, that bid is unchanged.
 */
export function rememberStanding(client: QueryClient, message: LiveMessage): void {
  const before = newestMessage(client, message.auction_id);
  if (before !== undefined && message.at < before.at) return;
  const my_bid = message.my_bid === undefined ? before?.my_bid : message.my_bid;
  client.setQueryDefaults([NEWEST], { gcTime: FOREVER_MS });
  // A maximum changes without the standing, so only a fetched auction shows which is newest (AUTO-6).
  const { my_max_bid: _max, my_max_state: _state, ...standing } = message;
  client.setQueryData(
    keyOf(message.auction_id),
    my_bid === undefined ? standing : { ...standing, my_bid },
  );
}

/** The newest message of an auction, if any. */
export function newestMessage(client: QueryClient, auction_id: number): LiveMessage | undefined {
  return client.getQueryData(keyOf(auction_id));
}

/** Applies the newest message to a fetched auction (LIVE-2). */
export function withNewest<A extends AuctionCard>(client: QueryClient, auction: A): A {
  const message = newestMessage(client, auction.id);
  return message === undefined ? auction : applyStanding(auction, message);
}
