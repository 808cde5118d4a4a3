import type { Auction } from '@restvarde/contract/auctions/auction';

/**
 * Returns whether the auction ended without a winner or a successor, and the user may list its object again
 * (RELIST-3).
 */
export function canBeRelisted(auction: Auction): boolean {
  return (
    auction.can_edit &&
    auction.has_started &&
    !auction.is_active &&
    auction.winning_bid === null &&
    auction.relisted_as === null
  );
}

/**
 * Returns whether an unsold object will be relisted for dismantling automatically (RELIST-6, RELIST-7). For staff.
 */
export function relistsItself(auction: Auction): boolean {
  return (
    auction.relist_dismantling === true &&
    auction.damage_condition === 'REPAIR' &&
    !auction.cancelled &&
    auction.relisted_as === null
  );
}
