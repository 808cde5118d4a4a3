import type { Auction } from '@restvarde/contract/auctions/auction';
import { takesDismantlersOnly } from '@restvarde/contract/dismantling';

/** The auction is active, but the station may not bid, since it is not an authorised dismantler (DISM-3). */
export function isShutOut(auction: Auction): boolean {
  return auction.is_active && auction.may_bid === false && takesDismantlersOnly(auction);
}
