/**
 * The server's clock, as far as this device can know it. A reply tells the server's time within an
 * interval: it was written after the request left and before the reply came. Every reply narrows the
 * interval, so the error shrinks below one round trip though the Date header has whole seconds only.
 */
export interface ServerClock {
  /** Milliseconds since 1970 by the server's clock. */
  now(): number;
  /** Takes one reply into account; `precision` is how coarse `server_ms` is, in milliseconds. */
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
      // Somebody set a clock, here or there: only what was heard last holds.
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
