import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openProxy } from '../../test/cuttable-proxy.ts';
import { eventually } from '../../test/eventually.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { startTestNode } from '../../test/test-node.ts';
import { openOutageLog } from '../db/outage-log.ts';
import { openPool, queryPlanned } from '../db/pool.ts';
import { openReadiness } from './readiness.ts';
import { openStorageCheck } from './storage-check.ts';

const database = await createTestDatabase();
after(() => database.drop());

const ready = async (node: Awaited<ReturnType<typeof startTestNode>>) => {
  const { status, body } = await node.call(null, 'GET', '/readyz');
  return [status, ...(body.faults ?? [])];
};

test('OPS-3 a node is ready, and returns its version', async (t) => {
  const node = await startTestNode({ databaseUrl: database.url });
  t.after(() => node.stop());
  await eventually(async () => assert.deepEqual(await ready(node), [200]));
  const { body } = await node.call(null, 'GET', '/version');
  assert.match(body.version, /^\d+\.\d+\.\d+$/);
  assert.match(body.schema, /^\d{4}-/);
});

test('OPS-4 a common monitoring URL that no page has is a 404', async (t) => {
  const node = await startTestNode({ databaseUrl: database.url });
  t.after(() => node.stop());
  for (const path of ['/metrics', '/health', '/status', '/.env', '/wp-login.php', '/robots.txt']) {
    assert.equal((await node.call(null, 'GET', path)).status, 404, path);
  }
});

test('OPS-9 with a pooler that drops notifications a node listens by the direct URL, and keeps no plans in the pool', async (t) => {
  const pooler = await openProxy(database.url, { drops: 'A' });
  t.after(() => pooler.cut());
  const node = await startTestNode({ databaseUrl: pooler.url, directUrl: database.url });
  t.after(() => node.stop());
  await eventually(async () => assert.deepEqual(await ready(node), [200]));
  const { pool } = node.context;
  const ask = sql<{ timeout: string; plans: string }>`
    select current_setting('statement_timeout') as timeout,
      (select count(*) from pg_prepared_statements)::text as plans`;
  assert.deepEqual(await queryPlanned(pool.db, 'probe', ask), [{ timeout: '0', plans: '0' }]);
});

test('OPS-3 a node that misses its own notifications is not ready, as behind such a pooler', async (t) => {
  const proxy = await openProxy(database.url, { drops: 'A' });
  const node = await startTestNode({ databaseUrl: proxy.url });
  t.after(() => node.stop());
  t.after(() => proxy.cut());
  const deaf = "The database's notifications do not arrive.";
  await eventually(async () => assert.deepEqual(await ready(node), [503, deaf]));
  assert.equal((await node.call(null, 'GET', '/healthz')).status, 200);
});

test('OPS-3 a hung worker and a missing folder are warnings; on a worker-only node it is a fault; changes are logged', async (t) => {
  const pool = openPool(database.url, 1);
  t.after(() => pool.end());
  const lines: string[] = [];
  const write = (level: string) => (values: object, sentence: string) =>
    void lines.push(`${level}: ${sentence} ${JSON.stringify(values)}`);
  const log = { error: write('error'), warn: write('warn'), info: write('info') };
  const state = { isWritable: false, warning: 'The disk for pictures is full.' };
  let isWorking = false;
  const open = (answersCalls: boolean) =>
    openReadiness({
      pool,
      bus: { isReceiving: () => true },
      isWorking: () => isWorking,
      answersCalls,
      storage: { state: () => state },
      log,
      outages: openOutageLog(log),
    });
  const both = open(true);
  const hangs = 'Its worker does not answer.';
  assert.deepEqual(await both.health(), { faults: [], warnings: [hangs, state.warning] });
  await both.health();
  assert.deepEqual(lines.splice(0), [`warn: ${hangs} {}`, `warn: ${state.warning} {}`]);
  const worker = open(false);
  assert.deepEqual(await worker.health(), { faults: [hangs], warnings: [state.warning] });
  isWorking = true;
  await worker.health();
  await both.health();
  assert.deepEqual(lines, [
    `error: not ready: calls should go to other nodes {"faults":["${hangs}"]}`,
    `warn: ${state.warning} {}`,
    'info: ready again {"lasted_s":0}',
    `info: no longer: ${hangs} {}`,
  ]);
  both.drain();
  assert.deepEqual((await both.health()).faults, ['It is stopping.']);
});

test('OPS-3 a node that cannot write pictures is ready, with a warning', async (t) => {
  const node = await startTestNode({ databaseUrl: database.url });
  t.after(() => node.stop());
  await rm(node.mediaFolder, { recursive: true });
  const check = await openStorageCheck(node.mediaFolder);
  await check.stop();
  assert.deepEqual(check.state(), {
    isWritable: false,
    warning: 'The folder for pictures is missing.',
  });
  assert.equal((await node.call(null, 'GET', '/readyz')).status, 200);
});

test('OPS-3 a missing or read-only database is a fault; a write to it is a 503 with Retry-After', async (t) => {
  const proxy = await openProxy(database.url);
  const node = await startTestNode({ databaseUrl: proxy.url });
  t.after(() => node.stop());
  t.after(() => proxy.cut());
  await proxy.cut();
  const [status, ...faults] = await ready(node);
  assert.equal(status, 503);
  assert.ok(faults.includes('The database cannot be reached.'), String(faults));
  const name = new URL(database.url).pathname.slice(1);
  const direct = openPool(database.url, 1);
  t.after(() => direct.end());
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(
    direct.db,
  );
  await proxy.restore();
  await eventually(async () => {
    const [, ...later] = await ready(node);
    assert.ok(later.includes('The database is a standby: it takes no writes.'), String(later));
  });
  const login = { email: 'anna@bolag.example', password: 'hemligt' };
  const write = await node.call(null, 'POST', '/api/auth/two-factor', login);
  assert.equal(write.status, 503);
  assert.equal(write.headers['retry-after'], '2');
  // The address belongs to the primary again: connections to the standby are not kept.
  await sql`alter database ${sql.id(name)} reset default_transaction_read_only`.execute(direct.db);
  await eventually(async () => {
    const again = await node.call(null, 'POST', '/api/auth/two-factor', login);
    assert.equal(again.status, 400);
    assert.deepEqual(await ready(node), [200]);
  });
});
