import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { listMigrations, migrate, readSchemaState } from '../db/migrate.ts';
import { type Database, openPool } from '../db/pool.ts';
import { openJobs, prepareJobs } from '../jobs/queue.ts';
import { openStore } from '../media/store.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { StartError } from '../start-error.ts';
import { readFiles } from './backup.ts';
import { EMAILS, FILES_FOLDER, type Manifest, readManifest, tableFile } from './backup-manifest.ts';
import type { Command } from './base/command.ts';
import { restoreDatabase } from './restore-database.ts';

/** Files written concurrently. */
const AT_ONCE = 8;

export const restore: Command = {
  summary: 'restore a backup into an empty database and the store of pictures and documents',
  help: `Checks the backup's checksums, then restores into the database and the store (a folder or a bucket) of the environment.
Set the SECRET that the backup was made under. No node may run meanwhile. Queued emails are sent once a node runs; some of them
may have been sent since the backup: --without-emails omits them. An interrupted restore can be repeated.`,
  arguments: { usage: '<folder of one backup> [--without-emails]', least: 1, most: 1 },
  options: { 'without-emails': { type: 'boolean' } },
  async run({ args, options, isDry, env, print }) {
    const config = readConfig(env);
    const folder = resolve(args[0]!);
    const manifest = await readManifest(folder);
    const unknown = manifest.migrations.filter((name) => !listMigrations().includes(name));
    if (unknown.length > 0) {
      throw new StartError(
        `The backup is of release ${manifest.version}, which is newer than this one: restore by that.`,
      );
    }
    await checkTables(folder, manifest);
    if (isDry) {
      print(
        `The backup of ${manifest.taken_at} is whole: ${manifest.tables.length} tables, ${manifest.files} files. It would go into ${placeOf(config)}.`,
      );
      return 0;
    }
    const pool = openPool(config.ownerUrl, 2, { timeouts: 'none' });
    try {
      await assertFits(pool.db, manifest);
      await migrate(pool.db, manifest.migrations.at(-1));
      await prepareJobs(config.ownerUrl);
      const isSilent = options['without-emails'] === true;
      const emails = isSilent ? 0 : await restoreEmails(pool.db, config.ownerUrl, folder);
      const files = await restoreFiles(config, folder);
      // Last, and in one transaction: until then the command may be repeated.
      await restoreDatabase(config.ownerUrl, folder, manifest);
      await prepareDatabase(config.ownerUrl, config.directUrl);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      print(
        `Restored into ${placeOf(config)}: ${rows} rows, ${files} files, ${emails} emails, as of ${manifest.taken_at}.`,
      );
      return 0;
    } finally {
      await pool.end();
    }
  },
};

/** Names the target, for an operator who meant another. */
function placeOf({ ownerUrl, s3, dataDir }: Config): string {
  const { host, pathname } = new URL(ownerUrl);
  const files = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : dataDir;
  return `the database ${pathname.slice(1)} at ${host} and ${files}`;
}

/**
 * @throws StartError if this role does not own the database, it has users, or it has migrations that the backup lacks.
 */
async function assertFits(db: Database, { migrations }: Manifest): Promise<void> {
  const { rows } = await sql<{ is_there: boolean; is_owner: boolean }>`
    select
      to_regclass('users') is not null as is_there,
      has_schema_privilege('public', 'create') as is_owner`.execute(db);
  if (!rows[0]?.is_owner) {
    throw new StartError(
      'A restore is made as the owner of the database: set DATABASE_OWNER_URL, or make it by `createdb --owner`.',
    );
  }
  if (!rows[0].is_there) return;
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const { missing } = await readSchemaState(db);
  const isLater = listMigrations().some(
    (name) => !migrations.includes(name) && !missing.includes(name),
  );
  if (user || isLater) {
    throw new StartError(
      `The database ${user ? 'is not empty' : 'has had later migrations than the backup'}: restore into a new one.`,
    );
  }
}

/** @throws StartError if a file is damaged. */
async function checkTables(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, tableFile(name))), hash).catch((error) => {
      throw new StartError(`The backup is not whole: ${error.message}`);
    });
    if (hash.digest('hex') !== sha256)
      throw new StartError(`The backup is damaged: ${tableFile(name)} is not what was written.`);
  }
}

async function restoreFiles(
  config: Parameters<typeof openStore>[0],
  folder: string,
): Promise<number> {
  const store = await openStore(config);
  const from = join(dirname(folder), FILES_FOLDER);
  let count = 0;
  let batch: Promise<void>[] = [];
  for await (const path of readFiles(folder)) {
    batch.push(readFile(join(from, path)).then((content) => store.put(path, content)));
    count++;
    if (batch.length < AT_ONCE) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return count;
}

async function restoreEmails(db: Database, url: string, folder: string): Promise<number> {
  const jobs = await openJobs(url, { work: false });
  try {
    const lines = createInterface({
      input: createReadStream(join(folder, EMAILS)).pipe(createGunzip()),
    });
    const emails: { id: string; data: object; priority: number }[] = [];
    for await (const line of lines) emails.push(JSON.parse(line));
    await db.transaction().execute(async (tx) => {
      // Left by an interrupted restore.
      await sql`delete from pgboss.job where name = 'mail'`.execute(tx);
      if (emails.length > 0) await jobs.sendAgain(tx, 'mail', emails);
    });
    return emails.length;
  } finally {
    await jobs.stop();
  }
}
