import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/** Looks until there is something to see, and gives it; throws, naming `what`, when there never is. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  patience_ms = PATIENCE_MS,
): Promise<T> {
  const until = Date.now() + patience_ms;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false && seen !== null) return seen;
    if (Date.now() > until) throw new Error(`Waited in vain for ${what}.`);
    await pause(LOOK_AGAIN_MS);
  }
}
