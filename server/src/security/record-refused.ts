import type { Pool } from '../db/pool.ts';
import { ForgetfulMap } from '../forgetful-map.ts';
import { LIMITS } from '../http/limit-table.ts';
import type { Limits } from '../http/limits.ts';
import type { RefusedCall } from '../http/route.ts';
import { recordEvent } from './record-event.ts';

const MEMORY_MS = LIMITS.refused_event.every_s * 1000;
/** What is forgotten costs a question to the database. */
const MEMORY_SIZE = 10_000;

/**
 * Writes down that calls are refused by their schema, by role or by a limit: once an hour for each caller, call and reason,
 * on all nodes together, so that nobody fills the log (SEC-1); who has any number of addresses is written some thousand times
 * an hour. A flood is refused thousands of times at once: a node asks the database once about each.
 */
export function openRefusedCalls({ db }: Pool, limits: Limits) {
  const asked = new ForgetfulMap<string, number>(MEMORY_SIZE);
  return async ({ by, user_id, origin, status, call }: RefusedCall): Promise<void> => {
    const key = `${by} ${status} ${call}`;
    const now = performance.now();
    if (now - (asked.get(key) ?? -MEMORY_MS) < MEMORY_MS) return;
    asked.set(key, now);
    if ((await limits.take(LIMITS.refused_event, key)) > 0) return;
    if (user_id === null && (await limits.take(LIMITS.refused_strangers, 'all')) > 0) return;
    const event = { kind: 'call_refused', details: { status, call } } as const;
    await recordEvent(db, { ...origin, user_id }, event);
  };
}
