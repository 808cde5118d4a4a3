import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { prepareDatabase } from './prepare-database.ts';
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

test('OPS-7 a PostgreSQL that is too old is said in one sentence, before anything in it is changed', async () => {
  const { pathname } = new URL(database.url);
  // It says of itself what version 15 says: a function of that name is found before PostgreSQL's own.
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
