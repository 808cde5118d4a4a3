import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../http/limit-table.ts';
import type { Limits } from '../http/limits.ts';
import type { RefusedCall } from '../http/route.ts';
import { recordEvent } from './record-event.ts';

/**
 * Writes down that calls are refused by role or by a limit: once an hour for each call of each who was, on all nodes
 * together, so that nobody fills the log (SEC-1).
 */
export function openRefusedCalls({ db }: Pool, limits: Limits) {
  return async ({ by, user_id, origin, status, call }: RefusedCall): Promise<void> => {
    if ((await limits.take(LIMITS.refused_event, `${by} ${call}`)) > 0) return;
    const event = { kind: 'call_refused', details: { status, call } } as const;
    await recordEvent(db, { ...origin, user_id }, event);
  };
}
