/** Does a piece of work with a service that may be away. */
export type Guarded = <T>(work: () => Promise<T>) => Promise<T>;

export interface BreakerOptions {
  /** After this many failures in a row the service is not asked. */
  failures: number;
  /** For so long; then one is let through, and what comes of it decides. */
  rest_ms: number;
  /** Thrown in place of asking. */
  away(): Error;
}

/** Keeps callers from waiting, one after another, for a service that does not answer. */
export function openBreaker({ failures, rest_ms, away }: BreakerOptions): Guarded {
  let failed = 0;
  let restsUntil = 0;

  return async (work) => {
    if (failed >= failures) {
      if (performance.now() < restsUntil) throw away();
      // Others that come while this one asks are refused.
      restsUntil = performance.now() + rest_ms;
    }
    try {
      const done = await work();
      failed = 0;
      return done;
    } catch (error) {
      failed++;
      restsUntil = performance.now() + rest_ms;
      throw error;
    }
  };
}
