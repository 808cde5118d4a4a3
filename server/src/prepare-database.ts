import { grantRights } from './db/grants.ts';
import { migrate, readSchemaState } from './db/migrate.ts';
import { type Database, firstRow, openPool, type Pool } from './db/pool.ts';
import { prepareJobs } from './jobs/queue.ts';
import { StartError } from './start-error.ts';

/** The oldest supported PostgreSQL: migrations need `uuidv7()` of version 18. */
const OLDEST_MAJOR_VERSION = 18;

/**
 * Migrates a database and its job queue as the owner of its tables, and grants rights to the role that the product runs
 * as, if that is another (DATA-4). A role that owns nothing only checks that it is up to date.
 * @throws StartError if it cannot be reached, its PostgreSQL is too old, or it is outdated and this role may not
 * migrate it. Then nothing has been changed.
 */
export async function prepareDatabase(url: string, appUrl = url): Promise<void> {
  const pool = openPool(url, 2, { timeouts: 'none' });
  try {
    const { version, role, is_owner } = await readServer(pool);
    const major = Math.floor(version / 10_000);
    if (major < OLDEST_MAJOR_VERSION) {
      throw new StartError(
        `The database is PostgreSQL ${major}: Restvärde needs ${OLDEST_MAJOR_VERSION} or newer. Nothing in it has been changed.`,
      );
    }
    if (!is_owner) return await assertUpToDate(pool.db, role);
    await migrate(pool.db);
    await prepareJobs(url);
    const app = appUrl === url ? role : await readRole(appUrl);
    if (app !== role) await grantRights(pool.db, app);
  } finally {
    await pool.end();
  }
}

/**
 * Checks that the role of a node can log in.
 * @throws StartError that names the setting
 */
export async function assertReachable(setting: string, url: string): Promise<void> {
  const pool = openPool(url, 1);
  try {
    await readServer(pool, setting);
  } finally {
    await pool.end();
  }
}

interface Server {
  version: number;
  role: string;
  is_owner: boolean;
}

async function readServer(pool: Pool, name = 'The database'): Promise<Server> {
  const { rows } = await pool.pg
    .query<Server>(
      `select current_setting('server_version_num')::integer as version, current_user as role,
        has_schema_privilege('public', 'create') as is_owner`,
    )
    .catch((error: Error) => {
      throw new StartError(`${name} cannot be reached: ${error.message || error.name}`);
    });
  return firstRow(rows);
}

async function readRole(url: string): Promise<string> {
  const pool = openPool(url, 1);
  try {
    return (await readServer(pool)).role;
  } finally {
    await pool.end();
  }
}

async function assertUpToDate(db: Database, role: string): Promise<void> {
  const { missing } = await readSchemaState(db);
  if (missing.length === 0) return;
  throw new StartError(
    `The database is not up to date (${missing.at(-1)}), and ${role} does not own its tables: set DATABASE_OWNER_URL and run \`npm run restvarde -- migrate\`. Nothing in it has been changed.`,
  );
}
