import { setTimeout as pause } from 'node:timers/promises';

/** Tries until it does not throw any more; what it threw last is thrown after `limitMs`. */
export async function eventually<T>(attempt: () => Promise<T>, limitMs = 3_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(20);
    }
  }
}
