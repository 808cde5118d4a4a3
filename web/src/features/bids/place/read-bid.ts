import { BID_SENTENCE, tooLow } from '@restvarde/contract/bids/bid-rules';
import { bidAmount } from '@restvarde/contract/bids/bids';
import { parseKronor } from '@restvarde/contract/money';
import * as z from 'zod/mini';

export type ReadBid = { amount: number; fault?: undefined } | { amount?: undefined; fault: string };

/** Parses the text of the bid field to an amount of at least `minimum`, or an error message. */
export function readBid(written: string, minimum: number): ReadBid {
  if (written.trim() === '') return { fault: BID_SENTENCE.required };
  const amount = parseKronor(written);
  if (amount === null) return { fault: BID_SENTENCE.wholeKronor };
  if (amount < minimum) return { fault: tooLow(minimum) };
  const judged = z.safeParse(bidAmount, amount);
  return judged.success
    ? { amount }
    : { fault: judged.error.issues[0]?.message ?? BID_SENTENCE.wholeKronor };
}
