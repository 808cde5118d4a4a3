import { migrate } from './db/migrate.ts';
import { openPool } from './db/pool.ts';
import { prepareJobs } from './jobs/queue.ts';
import { StartError } from './start-error.ts';

/** Brings a database up to date, its job queue too; one sentence when it cannot be reached. */
export async function prepareDatabase(url: string): Promise<void> {
  const pool = openPool(url, 2);
  try {
    await pool.pg.query('select 1').catch((error: Error) => {
      throw new StartError(`The database cannot be reached: ${error.message || error.name}`);
    });
    await migrate(pool.db);
  } finally {
    await pool.end();
  }
  await prepareJobs(url);
}
