import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../test/eventually.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { TEST_SECRET } from '../test/test-node.ts';
import { openPool } from './db/pool.ts';
import { startNode } from './node.ts';

const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
const database = await createTestDatabase();
const pool = openPool(database.url, 1);
after(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Other connections to the database, by application name. */
async function connections(): Promise<string[]> {
  const { rows } = await sql<{ application_name: string }>`
    select application_name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(pool.db);
  return rows.map((row) => row.application_name);
}

const uploadFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`restvarde-uploads-${process.pid}-`));

const start = (options: { dataDir: string; directUrl: string; secret?: string }) =>
  startNode({
    config: {
      secret: options.secret ?? TEST_SECRET,
      publicUrl: 'http://localhost:3000',
      mailFrom: 'Restvärde <no-reply@restvarde.example>',
      dataDir: options.dataDir,
      s3: null,
      logLevel: 'silent',
    },
    databaseUrl: database.appUrl,
    directUrl: options.directUrl,
    smtpUrl: null,
  });

test('OPS-2 a node that cannot open its store closes its connections and removes its folder', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await assert.rejects(start({ dataDir: file, directUrl: database.appUrl }), {
    name: 'StartError',
    message: `DATA_DIR must be a folder that this user can write to, but "${file}" is not (ENOTDIR).`,
  });
  await eventually(async () => assert.deepEqual(await connections(), []));
  assert.deepEqual(uploadFolders(), []);
});

test('OPS-20 the first node records its SECRET; one with another is refused and leaves nothing behind', async () => {
  const directUrl = database.appUrl;
  const first = await start({ dataDir: folder, directUrl });
  await first.stop();
  await assert.rejects(start({ dataDir: folder, directUrl, secret: `${TEST_SECRET}!` }), {
    name: 'StartError',
    message: /^SECRET is not the one that the database is sealed under\. Set that one on all nodes/,
  });
  await eventually(async () => assert.deepEqual(await connections(), []));
  const again = await start({ dataDir: folder, directUrl });
  await again.stop();
});

test('OPS-2 a node that cannot listen for notifications leaves nothing behind', async () => {
  const away = new URL(database.appUrl);
  away.port = '1';
  await assert.rejects(start({ dataDir: folder, directUrl: away.href }), { code: 'ECONNREFUSED' });
  await eventually(async () => assert.deepEqual(await connections(), []));
  assert.deepEqual(uploadFolders(), []);
});
