import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { leadOf } from '../../auctions/apply-standing.ts';

/** What a person who reviews a bid has to know besides its amount (BID-9). */
export interface Review {
  /** From twice the minimum up: by how much the bid exceeds it. */
  excess: string | null;
  /** The station leads already: only a rival's bid could change that. */
  leads: string | null;
  /** The minimum has risen past the bid: it cannot be confirmed. */
  risen: string | null;
}

/** Judges a bid under review against the auction as it stands now. */
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
