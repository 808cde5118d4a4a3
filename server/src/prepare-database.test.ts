import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { listMigrations } from './db/migrate.ts';
import { prepareDatabase } from './prepare-database.ts';
import { VERSION } from './release.ts';
import { StartError } from './start-error.ts';

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client?.end();
  await database?.drop();
});

test('OPS-7 a too old PostgreSQL is reported in one sentence, before anything is changed', async () => {
  const { pathname } = new URL(database.url);
  // Reports version 15: a function of that name shadows PostgreSQL's own.
  await client.query(`
    drop schema public, pgboss cascade;
    create schema public;
    create function public.current_setting(text) returns text language sql
      return case $1 when 'server_version_num' then '150004' else pg_catalog.current_setting($1) end;
    alter database ${pathname.slice(1)} set search_path = public, pg_catalog`);
  await assert.rejects(
    prepareDatabase(database.url),
    new StartError(
      'The database is PostgreSQL 15: Restvärde needs 18 or newer. Nothing in it has been changed.',
    ),
  );
  const { rows } = await client.query(
    "select tablename from pg_tables where schemaname in ('public', 'pgboss')",
  );
  assert.deepEqual(rows, []);
});

test('OPS-8 a node of the previous release starts on a newer schema that supports it', async (t) => {
  const newer = await openNewer(t);
  await newer.migrated('99.0.0', VERSION);
  await prepareDatabase(newer.url);
  assert.deepEqual(await newer.migrations(), [...listMigrations(), '9999-from-later']);
});

test('OPS-8 a node refuses to start on a schema that does not support its release, with one sentence', async (t) => {
  const newer = await openNewer(t);
  await newer.migrated('99.0.0', '98.0.0');
  await assert.rejects(
    prepareDatabase(newer.url),
    new StartError(
      `The database was migrated by release 99.0.0 (9999-from-later), and ${VERSION} does not run beside it: start release 98.0.0 or newer, or restore a backup from before. Nothing in it has been changed.`,
    ),
  );
});

test('OPS-8 a job queue of a newer release is reported in one sentence', async (t) => {
  const newer = await openNewer(t);
  await newer.migrated('99.0.0', VERSION);
  await newer.client.query('update pgboss.version set version = version + 1');
  await assert.rejects(prepareDatabase(newer.url), /^StartError: The job queue was updated by /);
});

/** A database that a later release has migrated. */
async function openNewer(t: TestContext) {
  const { url, drop } = await createTestDatabase();
  const probe = new pg.Client({ connectionString: url });
  await probe.connect();
  t.after(async () => {
    await probe.end();
    await drop();
  });
  return {
    url,
    client: probe,
    async migrated(version: string, runs_beside: string) {
      await probe.query(
        "insert into migrations (name, timestamp) values ('9999-from-later', '2030-01-01')",
      );
      await probe.query('insert into releases (version, runs_beside) values ($1, $2)', [
        version,
        runs_beside,
      ]);
    },
    async migrations() {
      const { rows } = await probe.query('select name from migrations order by name');
      return rows.map(({ name }) => name);
    },
  };
}
