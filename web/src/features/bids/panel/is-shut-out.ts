import type { Auction } from '@restvarde/contract/auctions/auction';
import { takesDismantlersOnly } from '@restvarde/contract/dismantling';

/** The auction runs, and takes no bids of the caller's station, since it is no authorised dismantler (DISM-3). */
export function isShutOut(auction: Auction): boolean {
  return auction.is_active && auction.may_bid === false && takesDismantlersOnly(auction);
}
