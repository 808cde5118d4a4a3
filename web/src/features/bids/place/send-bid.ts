import type { PlacedBid } from '@restvarde/contract/bids/bids';
import { ApiError } from '../../../base/api/api-error.ts';

/** Waits before the tries that follow a lost answer: short ones, for the end is near. */
const DELAYS_MS = [500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000];

/** No try was answered: the bid may stand, or not. */
export class LostBid extends Error {}

/**
 * Sends a bid until it is known what became of it. `place` makes one try, each with the same key, so that a
 * bid whose answer was lost is answered again and never placed twice (BID-8). Rejects with the server's
 * domain error, or with `LostBid`.
 */
export async function sendBid(
  place: () => Promise<PlacedBid>,
  options: {
    onUncertain: () => void;
    wait: (ms: number) => Promise<void>;
    delays?: readonly number[];
  },
): Promise<PlacedBid> {
  for (const delay of options.delays ?? DELAYS_MS) {
    try {
      return await place();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    options.onUncertain();
    await options.wait(delay);
  }
  try {
    return await place();
  } catch (error) {
    throw isUnanswered(error) ? new LostBid() : error;
  }
}

/** The line broke, or the server stumbled: what it did with the bid is not known. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
