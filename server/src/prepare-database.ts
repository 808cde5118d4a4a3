import { migrate } from './db/migrate.ts';
import { openPool } from './db/pool.ts';
import { prepareJobs } from './jobs/queue.ts';
import { StartError } from './start-error.ts';

/** The oldest PostgreSQL that the migrations run on: `uuidv7()` is of 18. */
const OLDEST_MAJOR_VERSION = 18;

/**
 * Brings a database up to date, its job queue too.
 * @throws StartError when it cannot be reached, or its PostgreSQL is too old: then nothing has been changed.
 */
export async function prepareDatabase(url: string): Promise<void> {
  const pool = openPool(url, 2, { isPatient: true });
  try {
    const { rows } = await pool.pg
      .query("select current_setting('server_version_num') as version")
      .catch((error: Error) => {
        throw new StartError(`The database cannot be reached: ${error.message || error.name}`);
      });
    const major = Math.floor(Number(rows[0].version) / 10_000);
    if (major < OLDEST_MAJOR_VERSION) {
      throw new StartError(
        `The database is PostgreSQL ${major}: Restvärde needs ${OLDEST_MAJOR_VERSION} or newer. Nothing in it has been changed.`,
      );
    }
    await migrate(pool.db);
  } finally {
    await pool.end();
  }
  await prepareJobs(url);
}
