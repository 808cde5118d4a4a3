/**
 * The phase of a sale, which decides what may still be changed (AUC-15). `bid_on` is running and has had a
 * bid, `sold` is ended and a winner has been notified: removing the bid or the winner undoes neither. `collected` is
 * sold, and the object has been handed over.
 */
export const SALE_PHASES = ['upcoming', 'running', 'bid_on', 'ended', 'sold', 'collected'] as const;

export type SalePhase = (typeof SALE_PHASES)[number];

/** True if the auction has ended in this phase. */
export const isOver = (phase: SalePhase) =>
  phase === 'ended' || phase === 'sold' || phase === 'collected';

/** The phase of an auction by its state and its history. */
export function phaseOf(auction: {
  state: 'upcoming' | 'active' | 'ended';
  /** Whether there was ever a bid. A removed bid counts (AUC-9). */
  has_had_bids: boolean;
  /** Whether a winner was ever notified (AUC-10). */
  was_sold: boolean;
  /** Whether the object was handed over (PICK-5). */
  was_handed_over: boolean;
}): SalePhase {
  if (auction.state === 'ended' && auction.was_handed_over) return 'collected';
  if (auction.state === 'ended') return auction.was_sold ? 'sold' : 'ended';
  if (auction.has_had_bids) return 'bid_on';
  return auction.state === 'active' ? 'running' : 'upcoming';
}
