import type { AuctionCard } from './auction.ts';

/** The groups of Mina auktioner in their order: those that need action first (LIST-6). */
export const MY_GROUPS = ['offer', 'outbid', 'leading', 'sealed', 'watched', 'ended'] as const;

export type MyGroup = (typeof MY_GROUPS)[number];

/** The group of an auction that a station has bid on or watches. In a sealed auction it sees only its own bid. */
export function myGroupOf(
  card: Pick<
    AuctionCard,
    'is_active' | 'has_started' | 'hidden_bids' | 'my_bid' | 'highest_bid' | 'offer'
  >,
): MyGroup {
  if (card.offer?.state === 'open') return 'offer';
  if (card.has_started && !card.is_active) return 'ended';
  if (card.my_bid === null) return 'watched';
  if (card.hidden_bids || card.highest_bid === null) return 'sealed';
  return card.my_bid >= card.highest_bid ? 'leading' : 'outbid';
}
