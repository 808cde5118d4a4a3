import type { PlacedBid } from '@restvarde/contract/bids/bids';
import type { LiveMessage } from '@restvarde/contract/live';

/** Converts the answer to a bid into a live message: both contain the whole standing (LIVE-2). */
export function toMessage(auction_id: number, placed: PlacedBid): LiveMessage {
  return {
    auction_id,
    // Sealed: a station gets its own bid (LIVE-3).
    bid: placed.highest_bid ?? placed.my_bid,
    min_bid: placed.minimum_allowed_bid,
    end_dt: placed.end_dt,
    at: placed.standing_at,
    bid_count: placed.bid_count,
    my_bid: placed.my_bid,
    closed: false,
  };
}
