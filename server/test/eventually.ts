import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable } from '../src/db/pool.ts';

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

/** Resolves when `count` statements of the database wait for a lock. */
export const untilWaiting = (db: Queryable, count = 1) =>
  eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    assert.equal(rows.length, count);
  });

/** Resolves when a statement of `db` waits for the transaction. */
export async function untilBlocked(tx: Queryable, db: Queryable): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  await eventually(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where ${rows[0]!.pid}::integer = any(pg_blocking_pids(pid))`.execute(db);
    assert.ok(waiting.rows.length > 0, 'no statement waits for the transaction');
  });
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
