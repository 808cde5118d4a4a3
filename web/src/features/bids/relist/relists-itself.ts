import type { Auction } from '@restvarde/contract/auctions/auction';

/** Is it listed once more for dismantling when it is not sold (RELIST-6, RELIST-7)? Told to staff. */
export function relistsItself(auction: Auction): boolean {
  return (
    auction.relist_dismantling === true &&
    auction.damage_condition === 'REPAIR' &&
    !auction.cancelled &&
    auction.relisted_as === null
  );
}
