import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { type Database, firstRow, type Tx } from '../db/pool.ts';

/** A task that runs once a day, by Stockholm's time zone. */
export interface DailyTask {
  /** Its name in `daily_runs`. */
  task: string;
  /** `HH:MM`. */
  at: `${number}:${number}`;
  /** Handles the time since the last run, in the transaction that records the run. */
  run(tx: Tx, period: { from: Date; to: Date; day: string }): Promise<void>;
}

/**
 * Runs the tasks that are due today and have not run yet, on one node only. If no node ran at that hour, the next one
 * makes up for it: the period starts where the last one ended. `now` is the database's clock; tests may set it.
 */
export async function runDaily(db: Database, tasks: DailyTask[], now?: Date): Promise<void> {
  const clock = now ?? (await readClock(db));
  for (const { task, at, run } of tasks) {
    const day = stockholmDate(clock);
    const to = stockholmInstant(`${day}T${at}`);
    if (clock < to) continue;
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql`
        insert into daily_runs (task, day) values (${task}, ${day}) on conflict do nothing
        returning day`.execute(tx);
      if (rows.length === 0) return;
      const last = await tx
        .selectFrom('daily_runs')
        .select((select) => select.fn.max('day').as('day'))
        .where('task', '=', task)
        .where('day', '<', day)
        .executeTakeFirst();
      const from = stockholmInstant(`${last?.day ?? addDays(day, -1)}T${at}`);
      await run(tx, { from, to, day });
    });
  }
}

async function readClock(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now_ms() as now`.execute(db);
  return firstRow(rows).now;
}
