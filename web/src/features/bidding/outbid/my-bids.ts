import type { MyBid } from '@restvarde/contract/bids/my-bids';
import type { LiveMessage } from '@restvarde/contract/live';
import { formatKronor } from '@restvarde/contract/money';

/** The query key of the station's standing in the auctions that it has bid on. */
export const MY_BIDS = ['my-bids'] as const;

export const isOutbid = ({ my_bid, highest_bid }: MyBid): boolean => my_bid < highest_bid;

/** The number of auctions in which the station is outbid (LIVE-8). */
export const countOutbid = (bids: readonly MyBid[]): number => bids.filter(isOutbid).length;

/**
 * The station's standing after a live message: the same list if nothing changed. Null if the message has a bid of the station
 * in an auction that is not in the list, which must then be refetched.
 */
export function applyToMyBids(bids: readonly MyBid[], message: LiveMessage): MyBid[] | null {
  const place = bids.findIndex(({ auction_id }) => auction_id === message.auction_id);
  const before = bids[place];
  if (before === undefined) {
    // In a sealed auction a station gets no count, and the list never contains it (AUC-13).
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
 * The auctions in which the station has lost the lead since the last call. `led` is the set of auctions in which it
 * last led, and is updated.
 */
export function newlyOutbid(led: Set<number>, bids: readonly MyBid[]): MyBid[] {
  for (const one of bids) if (!isOutbid(one)) led.add(one.auction_id);
  return bids.filter((one) => isOutbid(one) && led.delete(one.auction_id));
}

/** Returns whether the message reports that the station's own bid leads. */
export function isOwnLead({ my_bid, bid, bid_count }: LiveMessage): boolean {
  return my_bid != null && bid_count !== null && my_bid === bid;
}

/** The toast about the auctions in which the station was outbid (LIVE-8). */
export function outbidText(bids: readonly MyBid[]): string {
  const [first] = bids;
  if (bids.length > 1 || first === undefined)
    return `Du är överbjuden på ${bids.length} auktioner.`;
  const name = `${first.manufacturer} ${first.model}`.trim();
  return `Du är överbjuden på ${name}. Nytt bud: ${formatKronor(first.highest_bid)}.`;
}
