import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { leadOf } from '../../auctions/apply-standing.ts';

/** What a user must know when reviewing a bid, besides its amount (BID-9). */
export interface Review {
  /** How much the bid exceeds the minimum, if it is at least twice that. */
  excess: string | null;
  /** The station already leads, and only a rival's bid could change that. */
  leads: string | null;
  /** The minimum has risen above the bid, which cannot be confirmed. */
  risen: string | null;
}

/** Compares a bid under review with the auction's current state. */
export function judgeReview(
  amount: number,
  auction: Pick<AuctionCard, 'minimum_allowed_bid' | 'highest_bid' | 'my_bid'>,
): Review {
  const minimum = auction.minimum_allowed_bid;
  const leads =
    auction.my_bid !== null && leadOf(auction) === 'leading'
      ? `Du leder redan med ${formatKronor(auction.my_bid)}.`
      : null;
  if (amount < minimum) {
    const least = `Lägsta nästa bud är ${auction.highest_bid === null ? 'nu ' : ''}${formatKronor(minimum)}.`;
    const highest =
      auction.highest_bid === null || leads !== null
        ? ''
        : `Högsta bud är nu ${formatKronor(auction.highest_bid)}. `;
    return { excess: null, leads, risen: highest + least };
  }
  const excess =
    amount >= 2 * minimum
      ? `Det är ${formatKronor(amount - minimum)} mer än lägsta nästa bud.`
      : null;
  return { excess, leads, risen: null };
}
