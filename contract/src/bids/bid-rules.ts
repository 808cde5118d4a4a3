import { type Millis, type Span, stateOf } from '../auctions/auction-rules.ts';
import type { BidIncrement } from '../companies/companies.ts';
import { formatKronor } from '../money.ts';

/** The fields of a locked auction that bidding uses. Amounts are whole kronor. */
export interface Bidding extends Span {
  hidden_bids: boolean;
  start_bid: number;
  bid_increments: readonly BidIncrement[];
  /** Minutes by which a late bid extends; 0 turns it off. */
  extension_minutes: number;
  highest_bid: number | null;
}

export const BID_SENTENCE = {
  required: 'Du måste ange ett bud',
  wholeKronor: 'Ange budet i hela kronor, till exempel 49 000',
  ended: 'Auktionen är avslutad.',
  notStarted: 'Auktionen har inte startat.',
  terms: 'Du måste godkänna de allmänna köpvillkoren',
} as const;

/** The increment above an amount: its interval's, else the nearest lower interval's, else 1 kr (BID-4). */
export function incrementAt(ladder: readonly BidIncrement[], amount: number): number {
  let nearest: BidIncrement | undefined;
  for (const step of ladder) {
    if (step.min_price <= amount && (!nearest || step.min_price > nearest.min_price))
      nearest = step;
  }
  return nearest?.increment ?? 1;
}

/**
 * The minimum bid (BID-3). `reference` is the bid to beat: the highest, or in a
 * sealed auction the station's own highest; null if there is none.
 */
export function minimumBid(
  auction: { start_bid: number; bid_increments: readonly BidIncrement[] },
  reference: number | null,
): number {
  return reference === null
    ? Math.max(auction.start_bid, 1)
    : reference + incrementAt(auction.bid_increments, reference);
}

/** The minimum and the amounts one and two steps above it, for the panel (BID-11). */
export function quickAmounts(ladder: readonly BidIncrement[], minimum: number): number[] {
  const second = minimum + incrementAt(ladder, minimum);
  return [minimum, second, second + incrementAt(ladder, second)];
}

/** The end after a bid that was accepted at `now`. A late bid moves the end to a later time, never to an earlier one (BID-6). */
export function endAfterBid(auction: Span & { extension_minutes: number }, now: Millis): Millis {
  const extension = auction.extension_minutes * 60_000;
  return now >= auction.end_dt - extension
    ? Math.max(auction.end_dt, now + extension)
    : auction.end_dt;
}

export type Verdict =
  | { accepted: true; minimum: number; end_dt: Millis }
  | { accepted: false; sentence: string; minimum: number | null };

/**
 * Decides a bid of `amount` at `now` (BID-3–7). `own` is the station's own highest bid, which counts
 * in a sealed auction only.
 */
export function decideBid(
  auction: Bidding,
  own: number | null,
  amount: number,
  now: Millis,
): Verdict {
  const state = stateOf(auction, now);
  if (state !== 'active') {
    const sentence = state === 'ended' ? BID_SENTENCE.ended : BID_SENTENCE.notStarted;
    return { accepted: false, sentence, minimum: null };
  }
  const minimum = minimumBid(auction, auction.hidden_bids ? own : auction.highest_bid);
  if (amount < minimum) return { accepted: false, sentence: tooLow(minimum), minimum };
  return { accepted: true, minimum, end_dt: endAfterBid(auction, now) };
}

/** «Budet måste vara minst 12 500 kr.» */
export function tooLow(minimum: number): string {
  return `Budet måste vara minst ${formatKronor(minimum)}.`;
}

/** True if there is a bid, and no reserve or one that the highest bid reaches. */
export function meetsReserve(reserve: number | null, highest: number | null): boolean {
  return highest !== null && (reserve === null || highest >= reserve);
}

/** The defaults of a new company (SET-1). */
export const STARTING_LADDER: readonly BidIncrement[] = [
  { min_price: 0, max_price: 10_000, increment: 250 },
  { min_price: 10_000, max_price: 50_000, increment: 500 },
  { min_price: 50_000, max_price: 200_000, increment: 1_000 },
];
