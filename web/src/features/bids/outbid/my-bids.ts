import type { MyBid } from '@restvarde/contract/bids/my-bids';
import type { LiveMessage } from '@restvarde/contract/live';

/** Under which key it is kept how the station stands in the auctions that it has bid on. */
export const MY_BIDS = ['my-bids'] as const;

export const isOutbid = ({ my_bid, highest_bid }: MyBid): boolean => my_bid < highest_bid;

/** In how many auctions the station is outbid (LIVE-8). */
export const countOutbid = (bids: readonly MyBid[]): number => bids.filter(isOutbid).length;

/**
 * How the station stands after a live message: the same list when it says nothing new. Null when the message
 * tells of a bid of its own in an auction that the list lacks, so that it must be asked for again.
 */
export function applyToMyBids(bids: readonly MyBid[], message: LiveMessage): MyBid[] | null {
  const place = bids.findIndex(({ auction_id }) => auction_id === message.auction_id);
  const before = bids[place];
  if (before === undefined) {
    // Of a sealed auction a station is told no count, and it is never in the list (AUC-13).
    const isOwn = message.my_bid != null && message.bid_count !== null && !message.closed;
    return isOwn ? null : (bids as MyBid[]);
  }
  if (message.at < before.standing_at) return bids as MyBid[];
  const my_bid = message.my_bid === undefined ? before.my_bid : message.my_bid;
  if (message.closed || my_bid === null || message.bid === null) return bids.toSpliced(place, 1);
  const after = { ...before, my_bid, highest_bid: message.bid, standing_at: message.at };
  return bids.with(place, after);
}

/**
 * The auctions in which the station led and leads no more: what it did not lead when it was last known is no
 * news. `led` is where it leads by what is known, and is brought up to date.
 */
export function newlyOutbid(led: Set<number>, bids: readonly MyBid[]): MyBid[] {
  for (const one of bids) if (!isOutbid(one)) led.add(one.auction_id);
  return bids.filter((one) => isOutbid(one) && led.delete(one.auction_id));
}

/** Does the message tell of a bid of the station's own that leads? */
export function isOwnLead({ my_bid, bid, bid_count }: LiveMessage): boolean {
  return my_bid != null && bid_count !== null && my_bid === bid;
}
