import type { Auction, AuctionCard } from '@restvarde/contract/auctions';
import type { PlacedBid } from '@restvarde/contract/bids';
import type { LiveMessage } from '@restvarde/contract/live';

/** What a message, or the answer to a bid, may change of an auction that is shown (LIVE-2). */
type Standing = Pick<
  AuctionCard,
  | 'highest_bid'
  | 'bid_count'
  | 'minimum_allowed_bid'
  | 'my_bid'
  | 'end_dt'
  | 'is_active'
  | 'standing_at'
>;

/**
 * An auction or card after a live message: the same object when the message is about another auction, is
 * older than what is known, or says nothing new. In a sealed auction `bid` is the station's own, and the
 * highest stays unknown (LIVE-3).
 */
export function applyStanding<A extends AuctionCard>(auction: A, message: LiveMessage): A {
  if (message.auction_id !== auction.id || message.at < auction.standing_at) return auction;
  const isOwnOnly = auction.hidden_bids && message.bid_count === null;
  return merge(auction, {
    highest_bid: isOwnOnly ? null : message.bid,
    bid_count: message.bid_count,
    minimum_allowed_bid: message.min_bid,
    my_bid: message.my_bid === undefined ? auction.my_bid : message.my_bid,
    end_dt: message.end_dt,
    is_active: auction.is_active && !message.closed,
    standing_at: message.at,
  });
}

/** An auction after a bid of one's own was accepted; a message may have come before the answer. */
export function applyPlacedBid<A extends AuctionCard>(auction: A, placed: PlacedBid): A {
  if (placed.standing_at < auction.standing_at) {
    return merge(auction, { my_bid: Math.max(placed.my_bid, auction.my_bid ?? 0) });
  }
  return merge(auction, {
    highest_bid: placed.highest_bid,
    bid_count: placed.bid_count,
    minimum_allowed_bid: placed.minimum_allowed_bid,
    my_bid: placed.my_bid,
    end_dt: placed.end_dt,
    standing_at: placed.standing_at,
  });
}

/** A fetched auction, with the standing that was known already where a message has overtaken the reply. */
export function keepNewer(fetched: Auction, known: Auction | undefined): Auction {
  if (known === undefined || known.standing_at <= fetched.standing_at) return fetched;
  const { highest_bid, bid_count, minimum_allowed_bid, my_bid, end_dt, standing_at } = known;
  return { ...fetched, highest_bid, bid_count, minimum_allowed_bid, my_bid, end_dt, standing_at };
}

function merge<A extends AuctionCard>(auction: A, next: Partial<Standing>): A {
  const isNews = (Object.keys(next) as (keyof Standing)[]).some(
    (name) => next[name] !== auction[name],
  );
  return isNews ? { ...auction, ...next } : auction;
}
