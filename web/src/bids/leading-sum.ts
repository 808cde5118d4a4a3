import type { AuctionCard } from '@restvarde/contract/auctions';

/** The one sum of an auction for its viewer: the highest bid, in a sealed auction one's own, else the start. */
export function leadingSum(
  auction: Pick<AuctionCard, 'highest_bid' | 'my_bid' | 'start_bid' | 'winning_bid' | 'is_active'>,
): { label: string; amount: number } {
  if (auction.highest_bid !== null) return { label: 'Högsta bud', amount: auction.highest_bid };
  if (auction.my_bid !== null) return { label: 'Ditt högsta bud', amount: auction.my_bid };
  return { label: 'Utropspris', amount: auction.start_bid };
}
