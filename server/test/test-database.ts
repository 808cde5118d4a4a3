import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase } from '../src/prepare-database.ts';

export interface TestDatabase {
  /** For the owner of the tables. */
  url: string;
  /** For the role of the product (DATA-4). */
  appUrl: string;
  drop(): Promise<void>;
}

/**
 * A migrated database for the caller, cloned from a template that the first caller creates; or an empty one.
 * TEST_DATABASE_URL names the server; `npm test -- file` sets it.
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run this by `npm test -- <file>`.');
  const template = `template_${schemaFingerprint()}`;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('test template'))");
    await ensureTemplate(client, server, template);
    const source = isEmpty ? 'template0' : template;
    // The other strategy writes all to the log, which takes twice as long.
    await client.query(`create database ${name} template ${source} strategy file_copy`);
  });
  return {
    url: withDatabase(server, name),
    appUrl: withRole(withDatabase(server, name)),
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function ensureTemplate(client: pg.Client, server: string, template: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [template]);
  if (found.rowCount) return;
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  await ensureRole(client);
  const url = withDatabase(server, draft);
  await prepareDatabase(url, withRole(url));
  // Renamed when complete, so that no test clones an incomplete one.
  await client.query(`alter database ${draft} rename to ${template}`);
}

/** The product's role, for all databases of the server. */
const APP = 'restvarde_test';

async function ensureRole(client: pg.Client): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [APP]);
  if (!found.rowCount) await client.query(`create role ${APP} login password '${APP}'`);
}

function withRole(url: string): string {
  const changed = new URL(url);
  changed.username = APP;
  changed.password = APP;
  return changed.href;
}

/** Changes with the migrations, the queues and the rights. */
export function schemaFingerprint(): string {
  const folder = join(import.meta.dirname, '../src/db/migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)));
  for (const file of ['jobs/queue.ts', 'db/grants.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, '../src', file)));
  }
  return hash.digest('hex').slice(0, 12);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  // A busy machine may take longer than the product waits.
  changed.searchParams.set('connect_timeout', '120');
  return changed.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
