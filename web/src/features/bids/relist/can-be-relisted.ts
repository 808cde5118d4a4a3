import type { Auction } from '@restvarde/contract/auctions/auction';

/** Has it ended without a winner or a successor, and may this person put its object up once more (RELIST-3)? */
export function canBeRelisted(auction: Auction): boolean {
  return (
    auction.can_edit &&
    auction.has_started &&
    !auction.is_active &&
    auction.winning_bid === null &&
    auction.relisted_as === null
  );
}
