import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { openProxy } from '../../test/cuttable-proxy.ts';
import { eventually } from '../../test/eventually.ts';
import { makeSeller } from '../../test/seller.ts';
import { startStandby } from '../../test/standby/streaming.ts';
import { openTestNode, startTestNode } from '../../test/test-node.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { asViewer } from './as-viewer.ts';
import { openPool } from './pool.ts';

const folder = await mkdtemp(join(tmpdir(), 'restvarde-replica-'));
await Promise.all(['primary', 'standby'].map((name) => mkdir(join(folder, name))));
const dataDir = join(folder, 'primary');
const primary = await startEmbedded({ dataDir });
await prepareDatabase(primary.url, primary.appUrl);
const standby = await startStandby({ url: primary.url, dataDir }, join(folder, 'standby'));
const way = await openProxy(asApp(standby.url));
const superuser = openPool(standby.url, 1);
const { node } = await openTestNode({ databaseUrl: primary.appUrl, readUrl: way.url });
after(async () => {
  await way.cut();
  await superuser.end();
  await standby.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});
const { manager, makeOpen } = await makeSeller(node);

/** The URL with the role that owns nothing. */
function asApp(url: string): string {
  const [changed, app] = [new URL(url), new URL(primary.appUrl)];
  changed.username = app.username;
  changed.password = app.password;
  return changed.href;
}

const list = async () => {
  const { status, body } = await node.call(manager, 'GET', '/api/auctions');
  assert.equal(status, 200);
  return body.results.map(({ id }: { id: number }) => id);
};

/** Number of list reads by source. */
const reads = async () => {
  const text = await node.metrics();
  const of = (from: string) =>
    Number(
      new RegExp(`^restvarde_list_reads_total{from="${from}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
    );
  return { replica: of('replica'), primary: of('primary') };
};

/** Lists until one has come from `where`. */
const listFrom = (where: 'replica' | 'primary') =>
  eventually(async () => {
    const before = await reads();
    await list();
    assert.equal((await reads())[where], before[where] + 1);
  });

test('OPS-18 lists and sums come from the standby, and include what was just written', async () => {
  await listFrom('replica');
  const made: number[] = [];
  for (let n = 0; n < 20; n++) {
    made.push(await makeOpen());
    assert.deepEqual((await list()).sort(), [...made].sort());
  }
  const { body } = await node.call(manager, 'GET', '/api/auctions/counts');
  assert.equal(body.active, made.length);
  const sums = await node.call(manager, 'GET', '/api/statistics');
  assert.equal(sums.body.ongoing_auctions, made.length);
  await listFrom('replica');
});

test('OPS-18 a standby that lags is not read until it has caught up', async () => {
  await sql`select pg_wal_replay_pause()`.execute(superuser.db);
  const added = await makeOpen();
  assert.ok((await list()).includes(added));
  await listFrom('primary');
  await sql`select pg_wal_replay_resume()`.execute(superuser.db);
  await listFrom('replica');
});

test('OPS-18 a missing standby fails no list, and is read when it is back', async () => {
  await way.cut();
  const added = await makeOpen();
  assert.ok((await list()).includes(added));
  await listFrom('primary');
  await way.restore();
  await listFrom('replica');
});

test('OPS-18 a standby that never replies fails no list', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const readUrl = `postgres://nobody@127.0.0.1:${port}/restvarde`;
  const lost = await startTestNode({ databaseUrl: primary.appUrl, readUrl });
  t.after(() => lost.stop());
  const { status, body } = await lost.call(manager, 'GET', '/api/auctions');
  assert.equal(status, 200);
  assert.ok(body.results.length > 0);
});

test('OPS-18 a list that the replica fails midway is read from the primary', async () => {
  await listFrom('replica');
  const seen: boolean[] = [];
  const answer = await node.context.reader.read(async (db) => {
    const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(
      db,
    );
    seen.push(rows[0]!.standby);
    if (rows[0]!.standby) await sql`select 1 / 0`.execute(db);
    return 'from the primary';
  });
  assert.equal(answer, 'from the primary');
  assert.deepEqual(seen, [true, false]);
});

test('OPS-18 a database of another cluster, or a writable one, is not used as a replica', async (t) => {
  for (const url of [primary.appUrl, process.env.TEST_DATABASE_URL!]) {
    const wrong = await startTestNode({ databaseUrl: primary.appUrl, readUrl: url });
    t.after(() => wrong.stop());
    const found = await wrong.context.reader.read((db) =>
      sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(
        db,
      ),
    );
    const own = await sql<{ id: string }>`
      select system_identifier::text as id from pg_control_system()`.execute(node.context.pool.db);
    assert.deepEqual(found.rows, own.rows);
    assert.match(await wrong.metrics(), /^restvarde_list_reads_total\{from="primary"\} 1$/m);
  }
});

test('OPS-18, DATA-5 the viewer is set on the standby for each query', async () => {
  await listFrom('replica');
  const ask = () =>
    node.context.reader.read(async (db) => {
      const { rows } = await sql<{ caller: string; standby: boolean }>`
        select current_setting('app.caller', true) as caller, pg_is_in_recovery() as standby`.execute(
        db,
      );
      return rows[0]!;
    });
  for (const user_id of [7, 8, 7]) {
    const viewer = { user_id, company_id: 1, service_station_id: null, is_superuser: false };
    await eventually(async () => {
      const { caller, standby: usedStandby } = await asViewer(viewer as Viewer, ask);
      assert.deepEqual([caller, usedStandby], [`1 0 ${user_id}`, true]);
    });
  }
});
