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

/** The amount of a card and its label (LIST-8). In a sealed auction a station knows its own bid only. */
export function priceOf(card: Priced): { label: string; amount: number } {
  if (card.offer?.state === 'open') return { label: 'Erbjudande', amount: card.offer.amount };
  // A bid other than the station's highest may have been chosen (AUC-8).
  if (ownStandingOf(card) === 'won' && card.winning_bid !== null) {
    return { label: 'Ditt vinnande bud', amount: card.winning_bid };
  }
  if (card.highest_bid !== null) return { label: 'Högsta bud', amount: card.highest_bid };
  if (card.my_bid !== null) return { label: 'Ditt bud', amount: card.my_bid };
  return { label: 'Utropspris', amount: card.start_bid };
}

/** «7 bud», «Inga bud», or «Dolda bud» if the viewer may not know the count (AUC-13). */
export function bidCountText({ bid_count, hidden_bids }: Priced): string {
  if (bid_count === null || (hidden_bids && bid_count === 0)) return 'Dolda bud';
  if (bid_count === 0) return 'Inga bud';
  return hidden_bids
    ? formatCount(bid_count, 'dolt bud', 'dolda bud')
    : formatCount(bid_count, 'bud', 'bud');
}

/** «Ditt bud 48 000 kr», if the price is another. Null without a bid. */
export function ownBidText(card: Priced): string | null {
  const { label, amount } = priceOf(card);
  const isNotified =
    ownStandingOf(card) === 'won' ||
    (card.my_bid === amount && !['Utropspris', 'Erbjudande'].includes(label));
  return card.my_bid === null || isNotified ? null : `Ditt bud ${formatKronor(card.my_bid)}`;
}

/** «Leder · maxbud 50 000 kr» with a maximum that can rise (AUTO-13); undefined otherwise. */
export function leadingText(
  card: Pick<AuctionCard, 'my_max_bid' | 'my_max_state'>,
): string | undefined {
  if (card.my_max_bid === null || card.my_max_state !== 'live') return undefined;
  return `Leder · maxbud ${formatKronor(card.my_max_bid)}`;
}

/** A station's standing. Null without a bid or if bids are hidden. */
export function ownStandingOf(card: Priced): 'won' | 'leading' | 'outbid' | null {
  if (card.my_bid === null) return null;
  // Only the winning station receives this flag.
  if (card.has_notified_winner) return 'won';
  if (card.hidden_bids || card.highest_bid === null) return null;
  return card.my_bid >= card.highest_bid ? 'leading' : 'outbid';
}
