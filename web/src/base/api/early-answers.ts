/** An answer, and when it was asked for and came (the device's clock, milliseconds). */
export interface Exchange {
  response: Response;
  sent_ms: number;
  received_ms: number;
}

declare global {
  /** By `public/early.js`, and where the server draws: the answers to what a page asks first, by address; null for one that failed. */
  var early:
    | {
        token: string | null;
        asked_ms: number;
        answers: Map<string, Promise<Exchange | null>>;
        /** The button of a drawn view that was pressed last. */
        pressed: Element | null;
        /** The scripts have begun to draw: a view that comes now is too late. */
        isOver: boolean;
      }
    | undefined;
}

/** One that nobody took by then is of another time. */
const FRESH_MS = 10_000;

/** The answer to what has been asked already for whoever has this token; each is given once. */
export async function takeEarlyAnswer(
  address: string,
  token: string | null,
): Promise<Exchange | null> {
  const { early } = globalThis;
  const answer = early?.answers.get(address);
  if (early === undefined || answer === undefined) return null;
  early.answers.delete(address);
  if (early.token !== token || Date.now() - early.asked_ms > FRESH_MS) return null;
  return answer;
}
