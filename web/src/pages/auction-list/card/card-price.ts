import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { formatCount } from '../../../ui/format/numbers.ts';

type Priced = Pick<
  AuctionCard,
  | 'hidden_bids'
  | 'bid_count'
  | 'highest_bid'
  | 'start_bid'
  | 'my_bid'
  | 'winning_bid'
  | 'has_notified_winner'
  | 'offer'
>;

/** The amount of a card, and which it is (LIST-8). In a sealed auction a station's own bid is what it knows. */
export function priceOf(card: Priced): { label: string; amount: number } {
  if (card.offer?.state === 'open') return { label: 'Erbjudande', amount: card.offer.amount };
  // Another of its bids than its highest may have been chosen (AUC-8).
  if (standingOf(card) === 'won' && card.winning_bid !== null) {
    return { label: 'Ditt vinnande bud', amount: card.winning_bid };
  }
  if (card.highest_bid !== null) return { label: 'Högsta bud', amount: card.highest_bid };
  if (card.my_bid !== null) return { label: 'Ditt bud', amount: card.my_bid };
  return { label: 'Utropspris', amount: card.start_bid };
}

/** «7 bud», «Inga bud». A station is not told the count of hidden ones (AUC-13). */
export function bidCountText({ bid_count, hidden_bids }: Priced): string {
  if (bid_count === null || (hidden_bids && bid_count === 0)) return 'Dolda bud';
  if (bid_count === 0) return 'Inga bud';
  return hidden_bids
    ? formatCount(bid_count, 'dolt bud', 'dolda bud')
    : formatCount(bid_count, 'bud', 'bud');
}

/** «Ditt bud 48 000 kr», where the price is not that; null without one. */
export function ownBidText(card: Priced): string | null {
  const { label, amount } = priceOf(card);
  const isNotified =
    standingOf(card) === 'won' ||
    (card.my_bid === amount && !['Utropspris', 'Erbjudande'].includes(label));
  return card.my_bid === null || isNotified ? null : `Ditt bud ${formatKronor(card.my_bid)}`;
}

/** How a station stands: it has won, leads, or is outbid. Null without a bid, and where bids are hidden. */
export function standingOf(card: Priced): 'won' | 'leading' | 'outbid' | null {
  if (card.my_bid === null) return null;
  // Told of to the station that won, and to no other.
  if (card.has_notified_winner) return 'won';
  if (card.hidden_bids || card.highest_bid === null) return null;
  return card.my_bid >= card.highest_bid ? 'leading' : 'outbid';
}
