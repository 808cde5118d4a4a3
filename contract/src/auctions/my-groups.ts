import type { AuctionCard } from './auction.ts';

/** The groups of Mina auktioner in their order: what asks for something first (LIST-6). */
export const MY_GROUPS = ['offer', 'outbid', 'leading', 'sealed', 'watched', 'ended'] as const;

export type MyGroup = (typeof MY_GROUPS)[number];

/** The group of an auction that a station has bid on or watches. Of a sealed one it sees its own bid alone. */
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
