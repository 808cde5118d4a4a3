import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { meetsReserve } from '@restvarde/contract/bids/bid-rules';
import { pickupDate } from '@restvarde/contract/dates';
import type { LiveMessage } from '@restvarde/contract/live';
import { isOver, type SalePhase } from '@restvarde/contract/sale/sale-phase';

/** The fields of an auction, on a card or on its page, that bids and the clock change. */
export type Standing = Pick<
  AuctionCard,
  | 'id'
  | 'end_dt'
  | 'hidden_bids'
  | 'highest_bid'
  | 'minimum_allowed_bid'
  | 'bid_count'
  | 'my_bid'
  | 'my_max_bid'
  | 'my_max_state'
  | 'reservation_price'
  | 'reserve_met'
  | 'is_active'
  | 'standing_at'
> & { pickup_date?: string; my_removed_bid?: number | null; sale_phase?: SalePhase | null };

/**
 * Applies a live message to an auction (LIVE-2). Returns the same object if the message is about another auction, is
 * older, or changes nothing. In a sealed auction a station gets its own bid, which is never the displayed highest
 * (AUC-13). A reserve whose amount is hidden changes with the next fetch.
 */
export function applyStanding<A extends Standing>(auction: A, message: LiveMessage): A {
  if (message.auction_id !== auction.id || message.at < auction.standing_at) return auction;
  // Only a user who may not know the bids gets no count of them.
  const isSealed = auction.hidden_bids && message.bid_count === null;
  const highest_bid = isSealed ? null : message.bid;
  const own = isSealed ? message.bid : auction.my_bid;
  const my_bid = message.my_bid === undefined ? own : message.my_bid;
  const isReserveKnown = auction.reserve_met !== null && auction.reservation_price !== null;
  return merge<Standing>(auction, {
    highest_bid,
    bid_count: message.bid_count,
    minimum_allowed_bid: message.min_bid,
    my_bid,
    ...maxBidAfter(message),
    ...(auction.my_removed_bid !== undefined && {
      my_removed_bid: removedBid(auction, my_bid, message),
    }),
    reserve_met: isReserveKnown
      ? meetsReserve(auction.reservation_price, highest_bid)
      : auction.reserve_met,
    end_dt: message.end_dt,
    ...(auction.pickup_date !== undefined && { pickup_date: pickupDate(new Date(message.end_dt)) }),
    is_active: auction.is_active && !message.closed,
    ...(auction.sale_phase && { sale_phase: phaseAfter(auction.sale_phase, message) }),
    standing_at: message.at,
  }) as A;
}

/** The own maximum, if the message is about it. It ends with the auction (AUTO-9, AUTO-12). */
function maxBidAfter(message: LiveMessage): Partial<Standing> {
  if (message.closed) return { my_max_bid: null, my_max_state: null };
  const { my_max_bid, my_max_state = null } = message;
  return my_max_bid === undefined ? {} : { my_max_bid, my_max_state };
}

/** The phase of a sale never goes back (AUC-15). */
function phaseAfter(phase: SalePhase, message: LiveMessage): SalePhase {
  if (isOver(phase)) return phase;
  if (message.closed) return 'ended';
  return message.bid_count ? 'bid_on' : phase;
}

/** The auction after its end, when the server no longer returns it (ROLE-17). */
export function afterEnd<A extends Standing>(auction: A): A {
  const { sale_phase } = auction;
  return merge<Standing>(auction, {
    is_active: false,
    ...(sale_phase && { sale_phase: isOver(sale_phase) ? sale_phase : 'ended' }),
  }) as A;
}

/**
 * The own bid that was removed, or null. Own bids only rise: a lower one means a removal, until the next bid (AUC-9). A
 * removal that leaves the station its maximum was of the bid that an automatic one answered (AUTO-11).
 */
function removedBid(before: Standing, my_bid: number | null, message: LiveMessage): number | null {
  const [was, now] = [before.my_bid ?? 0, my_bid ?? 0];
  if (now < was && message.my_max_bid != null) return before.my_removed_bid ?? null;
  if (now < was) return Math.max(was, before.my_removed_bid ?? 0);
  return now > was ? null : (before.my_removed_bid ?? null);
}

/**
 * A station's standing in an open auction: whether its own bid is the highest. Null without a bid of the station or if bids are
 * hidden (AUC-13).
 */
export function leadOf(
  auction: Pick<Standing, 'my_bid' | 'highest_bid'>,
): 'leading' | 'outbid' | null {
  if (auction.my_bid === null || auction.highest_bid === null) return null;
  return auction.my_bid >= auction.highest_bid ? 'leading' : 'outbid';
}

function merge<T extends object>(before: T, next: Partial<T>): T {
  const isChanged = (Object.keys(next) as (keyof T)[]).some((name) => next[name] !== before[name]);
  return isChanged ? { ...before, ...next } : before;
}
