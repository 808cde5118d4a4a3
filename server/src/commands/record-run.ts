import { sql } from 'kysely';
import { openPool } from '../db/pool.ts';

const NO_SUCH_TABLE = '42P01';

/**
 * Records that a command has ended, for the alarms of nodes (OPS-14). Does nothing on a database of an older release
 * without the table.
 */
export async function recordRun(
  databaseUrl: string,
  command: 'backup' | 'verify',
  faults = 0,
): Promise<void> {
  const pool = openPool(databaseUrl, 1);
  try {
    await sql`
      insert into operator_runs (command, faults) values (${command}, ${faults})
      on conflict (command) do update set ended_at = now_ms(), faults = excluded.faults`.execute(
      pool.db,
    );
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_TABLE) throw error;
  } finally {
    await pool.end();
  }
}
