/** Runs work against a service that may be unavailable. */
export type Guarded = <T>(work: () => Promise<T>) => Promise<T>;

export interface BreakerOptions {
  /** Opens after this many failures in a row. */
  failures: number;
  /** Stays open this long; then one attempt closes it or keeps it open. */
  rest_ms: number;
  /** The error thrown while it is open. */
  unavailable(): Error;
}

/** A circuit breaker: callers do not wait one after another for a service that does not answer. */
export function openBreaker({ failures, rest_ms, unavailable }: BreakerOptions): Guarded {
  let failed = 0;
  let restsUntil = 0;

  return async (work) => {
    if (failed >= failures) {
      if (performance.now() < restsUntil) throw unavailable();
      // Refuses the others while this attempt runs.
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
