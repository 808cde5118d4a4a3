import { type Millis, stateOf } from '../auctions/auction-rules.ts';
import type { MaxBidState } from '../fields.ts';
import { formatKronor } from '../money.ts';
import {
  BID_SENTENCE,
  type Bidding,
  decideBid,
  endAfterBid,
  minimumBid,
  tooLow,
} from './bid-rules.ts';

export const MAX_BID_SENTENCE = {
  required: 'Du måste ange ett maxbud',
  notAllowed: 'Autobud är inte tillåtet i den här auktionen.',
  sealed: 'Autobud finns inte i auktioner med dolda bud.',
} as const;

/** The code of a refusal in favour of an equal, earlier maximum (AUTO-4 d). */
export const MAX_WAS_EARLIER = 'max_was_earlier';

/** An auction with what decides a challenge (AUTO-3). Amounts are whole kronor. */
export interface AutoBidding extends Bidding {
  reservation_price: number | null;
  /** The station with the highest bid. */
  leader: number | null;
  /** The leader's maximum, at or above its highest bid; null if it has none. */
  leader_max_bid: number | null;
}

/** A bid that a request places, for its own station or for the leader that it challenges. */
export interface TopBid {
  of: 'caller' | 'leader';
  amount: number;
  minimum: number;
  is_automatic: boolean;
}

export type TopVerdict =
  | {
      accepted: true;
      /** In the order of their ids; none if a leader changes its maximum only. */
      bids: TopBid[];
      end_dt: Millis;
    }
  | {
      accepted: false;
      sentence: string;
      minimum: number | null;
      /** The leader's automatic bid at an equal maximum, with its code (AUTO-4 d). */
      bids: TopBid[];
      end_dt: Millis;
      code?: typeof MAX_WAS_EARLIER;
    };

/** The state of a station's maximum, by whether it leads and the highest bid (AUTO-7). */
export function stateOfMax(max_bid: number, leads: boolean, highest: number | null): MaxBidState {
  if (!leads) return 'passed';
  return max_bid > (highest ?? 0) ? 'live' : 'used';
}

/** «Maxbudet måste vara högre än ditt bud 12 500 kr.» (AUTO-5) */
export function maxTooLow(highest: number): string {
  return `Maxbudet måste vara högre än ditt bud ${formatKronor(highest)}.`;
}

/** The refusal in favour of an earlier maximum of the same amount; `minimum` is the next bid (AUTO-4 d). */
export function maxWasEarlier(minimum: number): string {
  return `Någon annan hade redan ett lika högt maxbud. ${tooLow(minimum)}`;
}

/**
 * Decides a bid or a maximum (`is_max`) of `amount` from `station` at `now`: which bids are placed for it and for the
 * leader that it challenges (AUTO-4, AUTO-5). `own` is the station's own highest bid, which counts in a sealed auction
 * only. Two bids at most, whatever the amounts.
 */
export function decideTop(
  auction: AutoBidding,
  station: number,
  own: number | null,
  { amount, is_max }: { amount: number; is_max: boolean },
  now: Millis,
): TopVerdict {
  const end_dt = endAfterBid(auction, now);
  const caller = (bid: number, least: number): TopBid => ({
    of: 'caller',
    amount: bid,
    minimum: least,
    is_automatic: false,
  });
  const reserve = auction.reservation_price ?? 0;
  const highest = auction.highest_bid;

  if (is_max && auction.leader === station && highest !== null) {
    if (stateOf(auction, now) !== 'active') return refused(auction, BID_SENTENCE.ended, null);
    if (amount <= highest) return refused(auction, maxTooLow(highest), highest + 1);
    if (highest >= reserve) return { accepted: true, bids: [], end_dt: auction.end_dt };
    const placed = Math.min(amount, reserve);
    return { accepted: true, bids: [caller(placed, highest + 1)], end_dt };
  }

  const verdict = decideBid(auction, own, amount, now);
  if (!verdict.accepted) return refused(auction, verdict.sentence, verdict.minimum);
  const { minimum } = verdict;
  const leaderMax = auction.leader_max_bid;
  if (
    highest === null ||
    auction.leader === station ||
    leaderMax === null ||
    leaderMax <= highest
  ) {
    const placed = is_max ? Math.min(amount, Math.max(minimum, reserve)) : amount;
    return { accepted: true, bids: [caller(placed, minimum)], end_dt };
  }

  const automatic = (bid: number, above: number): TopBid => ({
    of: 'leader',
    amount: bid,
    minimum: above + 1,
    is_automatic: true,
  });
  const afterMax = minimumBid(auction, leaderMax);
  if (leaderMax > amount) {
    const raised = Math.min(leaderMax, minimumBid(auction, amount));
    return { accepted: true, bids: [caller(amount, minimum), automatic(raised, amount)], end_dt };
  }
  if (leaderMax === amount) {
    return {
      accepted: false,
      sentence: maxWasEarlier(afterMax),
      minimum: afterMax,
      bids: [automatic(leaderMax, highest)],
      end_dt,
      code: MAX_WAS_EARLIER,
    };
  }
  const placed = is_max ? Math.min(amount, Math.max(afterMax, reserve)) : amount;
  // If increments fall with the price, a step above the maximum may be below the minimum at the current highest bid.
  const lowest = Math.min(minimum, placed);
  return {
    accepted: true,
    bids: [automatic(leaderMax, highest), caller(placed, lowest)],
    end_dt,
  };
}

function refused(auction: AutoBidding, sentence: string, minimum: number | null): TopVerdict {
  return { accepted: false, sentence, minimum, bids: [], end_dt: auction.end_dt };
}
