import { refuse } from './domain-error.ts';
import { SHARES, type Share } from './limit-table.ts';

/** What of a kind is done at once on this node, so that nobody's much makes the others wait (LIMIT-3). */
export interface Turns {
  /**
   * Does a work in its turn. Throws 429 when `key` has as many in flight as it may, 503 when all together have:
   * then nothing is done.
   */
  take<Result>(key: string | number, work: () => Promise<Result>): Promise<Result>;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

const RETRY_AFTER_S = 1;
const LONGEST_REST_MS = 1_000;
const BUSY = 'Servern har mycket att göra just nu. Försök igen om en stund.';

/** The turns of calls; the decoder of pictures has its own. */
export type CallTurns = Record<Exclude<keyof typeof SHARES, 'pictures'>, Turns>;

/** Opens the turns of each kind of call; `onRefused` is told what was too much at once. */
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
    // What a processor can do is no wider for a test.
    passwords: open(passwords, 1),
    strange_passwords: open(strange_passwords, 1),
  };
}

/** Opens the turns of a kind: those who wait come in rounds, one work of each at a time. */
export function openTurns(share: Share, multiplier = 1, onRefused = () => {}): Turns {
  const { at_once, in_flight, all_at_once, all_in_flight, rests = false } = share;
  const lines = new Map<string | number, Line>();
  let running = 0;
  let inFlight = 0;
  let waiting = 0;

  // A page asks for a few things at once. Who has sent more than that is answered all the same, but keeps one of the
  // database's processors busy at most.
  const isCrowded = (line: Line) =>
    line.running + line.waiting.length > (in_flight * multiplier) / 2;
  const atOnce = (line: Line) => (isCrowded(line) ? 1 : at_once * multiplier);

  const startNext = () => {
    if (waiting === 0) return;
    for (const [key, line] of lines) {
      if (running >= all_at_once * multiplier) return;
      if (line.running >= atOnce(line) || line.waiting.length === 0) continue;
      // To the end of the round, where this loop comes by again.
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
        throw refuse.tooMany(RETRY_AFTER_S, share.sentence);
      }
      if (inFlight >= all_in_flight * multiplier) {
        onRefused();
        throw refuse.unavailable(BUSY, RETRY_AFTER_S);
      }
      lines.set(key, line);
      inFlight++;
      if (running < all_at_once * multiplier && line.running < atOnce(line)) {
        // Whoever waits now could not be worked on anyway: nobody is overtaken.
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
