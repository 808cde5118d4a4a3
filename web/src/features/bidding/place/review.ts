import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { leadOf } from '../../auctions/apply-standing.ts';
import { needsOf } from './read-bid.ts';

/** What a user must know when reviewing a bid, besides its amount (BID-9). */
export interface Review {
  /** How much it exceeds the minimum, if it is a bid of at least twice or a maximum of ten times that (AUTO-13). */
  excessText: string | null;
  /** The station already leads, and only a rival's bid could change that. */
  leadsText: string | null;
  /** The minimum has risen above the bid, which cannot be confirmed. */
  risenText: string | null;
}

/** Compares a bid or maximum under review with the auction's current state. */
export function judgeReview(
  amount: number,
  auction: Pick<AuctionCard, 'minimum_allowed_bid' | 'highest_bid' | 'my_bid'>,
  is_max = false,
): Review {
  const minimum = auction.minimum_allowed_bid;
  const needs = needsOf(auction, is_max);
  const leadsText =
    auction.my_bid !== null && leadOf(auction) === 'leading'
      ? `Du leder redan med ${formatKronor(auction.my_bid)}.`
      : null;
  if (amount < needs.minimum) {
    if (is_max && leadsText !== null)
      return { excessText: null, leadsText, risenText: needs.tooLow };
    const least = `Lägsta nästa bud är ${auction.highest_bid === null ? 'nu ' : ''}${formatKronor(minimum)}.`;
    const highest =
      auction.highest_bid === null || leadsText !== null
        ? ''
        : `Högsta bud är nu ${formatKronor(auction.highest_bid)}. `;
    return { excessText: null, leadsText, risenText: highest + least };
  }
  const excessText =
    amount >= (is_max ? 10 : 2) * minimum
      ? `Det är ${formatKronor(amount - minimum)} mer än lägsta nästa bud.`
      : null;
  return { excessText, leadsText, risenText: null };
}
