import type { Pool } from '../db/pool.ts';
import { ForgetfulMap } from '../forgetful-map.ts';
import { LIMITS } from '../http/limit-table.ts';
import type { Limits } from '../http/limits.ts';
import type { RefusedCall } from '../http/route.ts';
import { recordEvent } from './record-event.ts';

const MEMORY_MS = LIMITS.refused_event.every_s * 1000;
/** A forgotten key costs one query. */
const MEMORY_SIZE = 10_000;

/**
 * Records requests refused by schema, role or limit: once an hour for each caller, call and reason, on all nodes
 * together, so that nobody fills the log (SEC-1). A caller with many addresses is recorded at most some thousand times an hour.
 * A node queries the database once per key, because a flood is refused thousands of times at once.
 */
export function openRefusedCalls({ db }: Pool, limits: Limits) {
  const checkedAt = new ForgetfulMap<string, number>(MEMORY_SIZE);
  return async ({ by, user_id, origin, status, call }: RefusedCall): Promise<void> => {
    const key = `${by} ${status} ${call}`;
    const now = performance.now();
    if (now - (checkedAt.get(key) ?? -MEMORY_MS) < MEMORY_MS) return;
    checkedAt.set(key, now);
    if ((await limits.take(LIMITS.refused_event, key)) > 0) return;
    if (user_id === null && (await limits.take(LIMITS.refused_strangers, 'all')) > 0) return;
    const event = { kind: 'call_refused', details: { status, call } } as const;
    await recordEvent(db, { ...origin, user_id }, event);
  };
}
