import { setTimeout as pause } from 'node:timers/promises';

/** Longer than any delay of a busy machine. */
export const HANGS_MS = 120_000;

/** Retries until it does not throw. Throws the last error after `limitMs`. */
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

/**
 * Makes ten calls at a time until a limit refuses one, and returns all answers. A fixed number would not do, since
 * limits recover while a slow machine works.
 */
export async function untilLimited<Answer>(
  call: () => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!answers.some(isRefused)) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, call))));
  }
  return answers;
}
