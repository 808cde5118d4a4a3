import type { Auction } from '@restvarde/contract/auctions/auction';

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
