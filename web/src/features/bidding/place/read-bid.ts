import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { BID_SENTENCE, tooLow } from '@restvarde/contract/bids/bid-rules';
import { bidAmount } from '@restvarde/contract/bids/bids';
import { MAX_BID_SENTENCE, maxTooLow } from '@restvarde/contract/bids/max-bid-rules';
import { parseKronor } from '@restvarde/contract/money';
import * as z from 'zod/mini';
import { leadOf } from '../../auctions/apply-standing.ts';

export type ReadBid = { amount: number; fault?: undefined } | { amount?: undefined; fault: string };

/** The least amount that is accepted, and the messages for less and for none. */
export interface BidNeeds {
  minimum: number;
  tooLow: string;
  required: string;
}

/** What a bid needs or, with `is_max`, a maximum: the leader's must be above its bid (BID-3, AUTO-5). */
export function needsOf(
  auction: Pick<AuctionCard, 'minimum_allowed_bid' | 'highest_bid' | 'my_bid'>,
  is_max: boolean,
): BidNeeds {
  const required = is_max ? MAX_BID_SENTENCE.required : BID_SENTENCE.required;
  if (is_max && auction.highest_bid !== null && leadOf(auction) === 'leading') {
    return {
      minimum: auction.highest_bid + 1,
      tooLow: maxTooLow(auction.highest_bid),
      required,
    };
  }
  const minimum = auction.minimum_allowed_bid;
  return { minimum, tooLow: tooLow(minimum), required };
}

/** Parses the text of the bid field to an amount that is accepted, or an error message. */
export function readBid(written: string, needs: BidNeeds): ReadBid {
  if (written.trim() === '') return { fault: needs.required };
  const amount = parseKronor(written);
  if (amount === null) return { fault: BID_SENTENCE.wholeKronor };
  if (amount < needs.minimum) return { fault: needs.tooLow };
  const judged = z.safeParse(bidAmount, amount);
  return judged.success
    ? { amount }
    : { fault: judged.error.issues[0]?.message ?? BID_SENTENCE.wholeKronor };
}
