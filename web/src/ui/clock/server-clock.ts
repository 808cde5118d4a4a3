/**
 * An estimate of the server's clock. A reply bounds the server's time: it was written after the request was sent and
 * before the reply arrived. Every reply narrows the bounds, so the error becomes smaller than a round trip, though
 * the Date header has whole seconds only.
 */
export interface ServerClock {
  /** Milliseconds since 1970 by the server's clock. */
  now(): number;
  /** Takes one reply into account. `precision` is the resolution of `server_ms`, in milliseconds. */
  correct(reply: {
    sent_ms: number;
    received_ms: number;
    server_ms: number;
    precision: number;
  }): void;
}

export function createServerClock(deviceNow: () => number = Date.now): ServerClock {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let offset = 0;
  return {
    now: () => deviceNow() + offset,
    correct({ sent_ms, received_ms, server_ms, precision }) {
      const newLow = server_ms - received_ms;
      const newHigh = server_ms + precision - sent_ms;
      if (Number.isNaN(newLow) || newHigh < newLow) return;
      low = Math.max(low, newLow);
      high = Math.min(high, newHigh);
      // One of the clocks was set, so only the last reply counts.
      if (low > high) {
        low = newLow;
        high = newHigh;
      }
      offset = Math.round((low + high) / 2);
    },
  };
}

/** The clock of this page, corrected by every reply in `api/call`. */
export const serverClock = createServerClock();
