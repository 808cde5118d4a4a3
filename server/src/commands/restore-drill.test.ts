import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { sumTables } from '../../test/checksum.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { keyOf, makePicture } from '../../test/forms.ts';
import { startBucket } from '../../test/start/bucket.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { startTestNode, TEST_SECRET, type TestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';
import { verifyChain } from '../chain/verify-chain.ts';
import type { Database } from '../db/pool.ts';
import { StartError } from '../start-error.ts';
import { backup } from './backup.ts';
import type { Command } from './base/command.ts';
import { restore } from './restore.ts';

// A world with a sale, a picture and a queued email, and its backup folder.
let node: TestNode;
let root: string;
let auction: number;
let bidder: number;
const printed: string[] = [];

const environment = (database: string, more: Record<string, string>) => ({
  DATABASE_URL: database,
  SECRET: TEST_SECRET,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'http://localhost:3000',
  MAIL_FROM: 'no-reply@restvarde.example',
  ...more,
});

const run = (command: Command, args: string[], env: Record<string, string>, options = {}) =>
  command.run({ args, options, isDry: false, env, print: (line) => void printed.push(line) });

const asApp = () => environment(node.databaseUrl, { DATA_DIR: join(node.mediaFolder, '..') });

const own = () => ({ ...asApp(), DATABASE_OWNER_URL: node.ownerUrl });

/** Checksums of stored data, except for what a restore or the backup itself writes. */
async function sumStored(db: Database) {
  const {
    'public.migrations': _,
    'public.releases': __,
    'public.operator_runs': ___,
    ...sums
  } = await sumTables(db);
  return Object.fromEntries(Object.entries(sums).filter(([name]) => name.startsWith('public.')));
}

const bid = (on: TestNode, kronor: number) =>
  on.call(bidder, 'POST', `/api/auctions/${auction}/bids`, { bid: kronor });

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'restvarde-backup-'));
  node = await startTestNode();
  const { db } = node.context.pool;
  const company = await makeCompany(db, { name: 'Nordsäkring «åäö»\t\\N' });
  const manager = await makeStaff(db, company);
  bidder = (await makeStation(db, company)).user_id;
  auction = await makeAuction(db, { company, creator: manager });
  assert.equal((await bid(node, 1_000)).status, 201);
  await makeAuction(db, { company, creator: manager, ends: -60 });
  assert.equal(await closeEnded(node.context), 1);
  const key = await keyOf(node.context.media.putImage(await makePicture(), manager));
  await db.updateTable('companies').set({ logo_key: key }).where('id', '=', company).execute();
  // As a node writes to check the disk.
  await writeFile(join(node.mediaFolder, '.probe-elsewhere-1'), 'x');
  await node.context.jobs.send(db, 'mail', { kind: 'set-password', user_id: manager });
});
after(async () => {
  await node?.stop();
  await rm(root, { recursive: true, force: true });
});

/** The folder of the newest backup. */
async function newest(): Promise<string> {
  const names = (await readdir(root)).filter((name) => name.startsWith('2')).sort();
  return join(root, names.at(-1)!);
}

async function emptyDatabase(t: { after(work: () => unknown): void }): Promise<TestDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  t.after(() => database.drop());
  return database;
}

test('OPS-14 a backup during bids restores to a new server: rows, pictures, emails and sequences', async (t) => {
  const bucket = await startBucket();
  t.after(() => bucket.stop());
  const saved = await sumStored(node.context.pool.db);
  await run(backup, [root], own());
  assert.match(printed.at(-1)!, /: \d+ rows, 7 files, as of \d{4}-/);
  assert.equal((await bid(node, 2_000)).status, 201);

  const database = await emptyDatabase(t);
  await run(
    restore,
    [await newest()],
    environment(database.url, {
      S3_ENDPOINT: bucket.s3.endpoint,
      S3_BUCKET: bucket.s3.bucket,
      S3_ACCESS_KEY_ID: bucket.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.s3.secretAccessKey,
      S3_REGION: bucket.s3.region,
    }),
  );
  assert.match(
    printed.at(-1)!,
    /^Restored into the database \w+ at [\d.:]+ and the bucket restvarde at http:\S+: \d+ rows, 7 files, 1 emails/,
  );
  const restored = await startTestNode({ databaseUrl: database.url, s3: bucket.s3 });
  t.after(() => restored.stop());
  const { db } = restored.context.pool;
  assert.deepEqual(await sumStored(db), saved);
  const { faults, auctions } = await verifyChain(db, { secrets: [TEST_SECRET] });
  assert.deepEqual([faults, auctions], [[], 1]);

  const { body: company } = await restored.call(bidder, 'GET', `/api/auctions/${auction}`);
  assert.equal(company.highest_bid, 1_000);
  const { logo_key } = await db
    .selectFrom('companies')
    .select('logo_key')
    .where('logo_key', 'is not', null)
    .executeTakeFirstOrThrow();
  const path = `${logo_key}/card.webp`;
  const address = restored.context.media.imageSizes(logo_key!).card;
  const picture = await restored.app.inject(address);
  assert.deepEqual(picture.rawPayload, await readFile(join(node.mediaFolder, path)));

  assert.equal((await bid(restored, 3_000)).status, 201);
  assert.ok((await makeStaff(db, await makeCompany(db))) > bidder);
  await assert.rejects(sql`delete from bids`.execute(db), /refused/);
  await assert.rejects(
    sql`insert into auction_categories (auction_id, category_id) values (1000000, 1)`.execute(db),
    /foreign key/,
  );
  const { rows } = await sql`select from pgboss.job where name = 'mail'`.execute(db);
  assert.ok(rows.length >= 1);
});

test('OPS-14 a restore into a database with users, or of a damaged or incomplete backup, is refused', async (t) => {
  await run(backup, [root], own());
  const folder = await newest();
  await assert.rejects(
    run(restore, [folder], own()),
    new StartError('The database is not empty: restore into a new one.'),
  );
  const database = await emptyDatabase(t);
  const env = environment(database.url, { DATA_DIR: join(root, 'elsewhere') });
  await appendFile(join(folder, 'bids.copy.gz'), 'x');
  await assert.rejects(
    run(restore, [folder], env),
    new StartError('The backup is damaged: bids.copy.gz is not what was written.'),
  );
  await assert.rejects(run(restore, [root], env), /holds no whole backup/);
});

test('OPS-14, DATA-5 a backup must run as the owner of the tables, which no policy restricts', async () => {
  await pauseToNextSecond();
  await assert.rejects(
    run(backup, [root], asApp()),
    new StartError('A backup is made as the owner of the tables: set DATABASE_OWNER_URL.'),
  );
});

test('OPS-14 a restore must run as the owner of the database, and a dry run names the target', async (t) => {
  await pauseToNextSecond();
  await run(backup, [root], own());
  const database = await emptyDatabase(t);
  const folder = join(root, 'elsewhere');
  const invocation = {
    args: [await newest()],
    options: {},
    print: (line: string) => void printed.push(line),
  };
  const env = environment(database.appUrl, { DATA_DIR: folder });
  await restore.run({ ...invocation, isDry: true, env });
  const { host, pathname } = new URL(database.url);
  assert.ok(
    printed.at(-1)!.endsWith(`into the database ${pathname.slice(1)} at ${host} and ${folder}.`),
  );
  await assert.rejects(
    restore.run({ ...invocation, isDry: false, env }),
    /^StartError: A restore is made as the owner of the database: set DATABASE_OWNER_URL/,
  );
});

test('OPS-14 --keep removes older backups, and files that no other backup needs', async () => {
  const { media } = node.context;
  const key = await media.putDocument(Buffer.from('kvitto'));
  await pauseToNextSecond();
  await run(backup, [root], own());
  assert.equal(await readFile(join(root, 'files', key, 'file'), 'utf8'), 'kvitto');
  await media.remove(key);
  await pauseToNextSecond();
  await run(backup, [root], own(), { keep: '1' });
  const left = (await readdir(root)).filter((name) => name.startsWith('2'));
  assert.equal(left.length, 1);
  await assert.rejects(readFile(join(root, 'files', key, 'file')), /ENOENT/);
});

/** Backups are named by the second. */
const pauseToNextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100));
