import { setTimeout as pause } from 'node:timers/promises';

/** Only what hangs waits for so long: no machine is as busy. */
export const HANGS_MS = 120_000;

/** Tries until it does not throw any more; what it threw last is thrown after `limitMs`. */
export async function eventually<T>(attempt: () => Promise<T>, limitMs = HANGS_MS): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(20);
    }
  }
}
