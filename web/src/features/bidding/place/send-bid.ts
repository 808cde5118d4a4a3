import { ApiError } from '../../../base/api/api-error.ts';

/** Delays before retries after a lost answer. They are short, since the end may be near. */
const DELAYS_MS = [500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000];

/** No attempt was answered, so the bid may or may not be placed. */
export class LostBid extends Error {}

/**
 * Sends a bid until its outcome is known. `place` makes one attempt. All attempts have the same key, so a bid whose
 * answer was lost is answered again and never placed twice (BID-8). Rejects with the server's domain error, or with
 * `LostBid`.
 */
export async function sendBid<Answer>(
  place: () => Promise<Answer>,
  options: {
    onUncertain: () => void;
    wait: (ms: number) => Promise<void>;
    delays?: readonly number[];
  },
): Promise<Answer> {
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

/** The connection was lost or the server failed, so the outcome is unknown. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
