import type { AuctionCard } from '@restvarde/contract/auctions/auction';

/**
 * The main amount of an auction for its viewer: the winning bid, else the highest bid, else the viewer's own bid in a sealed
 * auction, else the start bid.
 */
export function leadingSum(
  auction: Pick<
    AuctionCard,
    'highest_bid' | 'my_bid' | 'start_bid' | 'winning_bid' | 'has_notified_winner'
  >,
): { label: string; amount: number } {
  if (auction.my_bid !== null && auction.has_notified_winner && auction.winning_bid !== null) {
    return { label: 'Ditt vinnande bud', amount: auction.winning_bid };
  }
  if (auction.highest_bid !== null) return { label: 'Högsta bud', amount: auction.highest_bid };
  if (auction.my_bid !== null) return { label: 'Ditt högsta bud', amount: auction.my_bid };
  return { label: 'Utropspris', amount: auction.start_bid };
}
