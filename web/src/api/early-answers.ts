/** An answer, and when it was asked for and came (the device's clock, milliseconds). */
export interface Exchange {
  response: Response;
  sent_ms: number;
  received_ms: number;
}

declare global {
  interface Window {
    /** By `public/early.js`: the answers to what a page asks first, by address; null for one that failed. */
    early?: { token: string; asked_ms: number; answers: Map<string, Promise<Exchange | null>> };
  }
}

/** One that nobody took by then is of another time. */
const FRESH_MS = 10_000;

/** The answer to what has been asked already for whoever has this token; each is given once. */
export async function takeEarlyAnswer(
  address: string,
  token: string | null,
): Promise<Exchange | null> {
  const early = typeof window === 'undefined' ? undefined : window.early;
  const answer = early?.answers.get(address);
  if (early === undefined || answer === undefined) return null;
  early.answers.delete(address);
  if (early.token !== token || Date.now() - early.asked_ms > FRESH_MS) return null;
  return answer;
}
