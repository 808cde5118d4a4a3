import { refuse } from './domain-error.ts';
import { SHARES, type Share } from './limit-table.ts';

/** Limits concurrent work of a kind on this node, and shares it fairly between keys (LIMIT-3). */
export interface Turns {
  /**
   * Runs `work` in its turn. Throws 429 if `key` has too many in flight, 503 if all together have. Then nothing has
   * run.
   */
  take<Result>(key: string | number, work: () => Promise<Result>): Promise<Result>;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

const RETRY_AFTER_S = 1;
const LONGEST_REST_MS = 1_000;
/** The start of the 429 message, before the time to wait. */
const TOO_MUCH = 'Du gör för mycket på en gång.';
const BUSY = 'Servern har mycket att göra just nu. Försök igen om en stund.';

/** The turns of requests; the picture decoder has its own. */
export type CallTurns = Record<Exclude<keyof typeof SHARES, 'pictures'>, Turns>;

/** Opens the turns of each kind of request. `onRefused` is called with the kind at each refusal. */
export function openCallTurns(
  multiplier = 1,
  onRefused: (share: string) => void = () => {},
): CallTurns {
  const { calls, bids, uploads, views, passwords, strange_passwords } = SHARES;
  const open = (share: Share, times = multiplier) =>
    openTurns(share, times, () => onRefused(`${share.of} at once`));
  return {
    calls: open(calls),
    bids: open(bids),
    uploads: open(uploads),
    views: open(views),
    // A test's multiplier adds no processors.
    passwords: open(passwords, 1),
    strange_passwords: open(strange_passwords, 1),
  };
}

/** Opens turns for a share. Waiting keys take turns in rounds, one item each. */
export function openTurns(share: Share, multiplier = 1, onRefused = () => {}): Turns {
  const { at_once, in_flight, all_at_once, all_in_flight, rests = false } = share;
  const lines = new Map<string | number, Line>();
  let running = 0;
  let inFlight = 0;
  let waiting = 0;

  // A page sends a few requests at once. A key with more than that is still served, one at a time.
  const isCrowded = (line: Line) =>
    line.running + line.waiting.length > (in_flight * multiplier) / 2;
  const atOnce = (line: Line) => (isCrowded(line) ? 1 : at_once * multiplier);

  const startNext = () => {
    if (waiting === 0) return;
    for (const [key, line] of lines) {
      if (running >= all_at_once * multiplier) return;
      if (line.running >= atOnce(line) || line.waiting.length === 0) continue;
      // Moves the key to the end of the round.
      lines.delete(key);
      lines.set(key, line);
      line.running++;
      running++;
      waiting--;
      line.waiting.shift()?.();
    }
  };

  const leave = (key: string | number, line: Line) => {
    line.running--;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
    startNext();
  };

  return {
    async take(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      if (line.running + line.waiting.length >= in_flight * multiplier) {
        onRefused();
        throw refuse.tooMany(RETRY_AFTER_S, TOO_MUCH);
      }
      if (inFlight >= all_in_flight * multiplier) {
        onRefused();
        throw refuse.unavailable(BUSY, RETRY_AFTER_S);
      }
      lines.set(key, line);
      inFlight++;
      if (running < all_at_once * multiplier && line.running < atOnce(line)) {
        // Whatever waits now has no slot to use, so nothing is overtaken.
        line.running++;
        running++;
      } else {
        waiting++;
        await new Promise<void>((resolve) => line.waiting.push(resolve));
      }
      const begun = performance.now();
      try {
        return await work();
      } finally {
        running--;
        inFlight--;
        const rest_ms = rests && isCrowded(line) ? performance.now() - begun : 0;
        if (rest_ms > 0) {
          setTimeout(() => leave(key, line), Math.min(rest_ms, LONGEST_REST_MS));
          startNext();
        } else leave(key, line);
      }
    },
  };
}
