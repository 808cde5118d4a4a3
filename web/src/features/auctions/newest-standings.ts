import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { LiveMessage } from '@restvarde/contract/live';
import { session } from '../../base/session/current.ts';
import { applyStanding } from './apply-standing.ts';

const newest = new Map<number, LiveMessage>();

/**
 * Keeps the newest message of each auction, since an answer that was on its way meanwhile may know less.
 * A message without a bid of one's own says that it has not changed.
 */
export function rememberStanding(message: LiveMessage): void {
  const before = newest.get(message.auction_id);
  if (before !== undefined && message.at < before.at) return;
  const my_bid = message.my_bid === undefined ? before?.my_bid : message.my_bid;
  newest.set(message.auction_id, my_bid === undefined ? message : { ...message, my_bid });
}

/** The newest message of an auction, if any has come. */
export function newestMessage(auction_id: number): LiveMessage | undefined {
  return newest.get(auction_id);
}

/** A fetched auction with what has been told of it since it was read (LIVE-2). */
export function withNewest<A extends AuctionCard>(auction: A): A {
  const message = newest.get(auction.id);
  return message === undefined ? auction : applyStanding(auction, message);
}

// Another person may log in: what the one before was told is not theirs to see.
session.subscribe(() => {
  if (!session.isLoggedIn()) newest.clear();
});
