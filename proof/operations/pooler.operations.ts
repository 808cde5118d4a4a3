import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../server/test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../server/test/factories.ts';
import { listen, openSocket } from '../../server/test/live-socket.ts';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { startTestNode } from '../../server/test/test-node.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { runProgram, without } from './programs.ts';

/** Starts PgBouncer with its default settings in front of a database. Returns the database's URL through PgBouncer. */
async function openPooler(
  t: { after(work: () => unknown): void },
  databaseUrl: string,
  mode: 'session' | 'transaction',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-pooler-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const direct = new URL(databaseUrl);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${direct.hostname} port=${direct.port} user=${direct.username} password=${direct.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : 4}
unix_socket_dir =
`,
  );
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  runProgram(t, 'pgbouncer', ['-q', ...asNobody, file]);
  const pooled = new URL(databaseUrl);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(port);
  return pooled.href;
}

test('OPS-9, OPS-3 behind PgBouncer in transaction mode bids, lists and live messages work; without a direct connection a node is not ready', {
  skip: without('pgbouncer'),
}, async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const pooled = await openPooler(t, database.url, 'transaction');

  let node: Awaited<ReturnType<typeof startTestNode>> | undefined;
  await eventually(async () => {
    node = await startTestNode({ databaseUrl: pooled, directUrl: database.url });
  }, 10_000);
  t.after(() => node!.stop());
  const { call, context } = node!;
  const isReady = async () => {
    const { status, body } = await call(null, 'GET', '/readyz');
    assert.equal(status, 200, JSON.stringify(body));
  };
  await eventually(isReady, 10_000);

  const { db } = context.pool;
  const company = await makeCompany(db);
  const manager = await makeStaff(db, company);
  const station = await makeStation(db, company);
  const auction = await makeAuction(db, { company, creator: manager });
  const { access } = await node!.logIn(manager);
  const socket = openSocket(await listen(node!), `/ws/auction/${auction}/`, access);
  t.after(() => socket.socket.terminate());
  await eventually(async () => assert.equal(socket.socket.readyState, 1));
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const list = await call(manager, 'GET', '/api/auctions');
      const bid = { bid: 1_000 * (at + 1) };
      const placed = await call(station.user_id, 'POST', `/api/auctions/${auction}/bids`, bid);
      return [list.status, placed.status];
    }),
  );
  const wrong = answers.flat().filter((status) => ![200, 201, 400].includes(status));
  assert.deepEqual(wrong, []);
  assert.ok(answers.some(([, placed]) => placed === 201));
  await socket.next((message) => 'highest_bid' in message || 'bid' in message);

  const withoutDirect = await startTestNode({ databaseUrl: pooled });
  t.after(() => withoutDirect.stop());
  await eventually(async () => {
    const { body } = await withoutDirect.call(null, 'GET', '/readyz');
    assert.deepEqual(body.faults, ["The database's notifications do not arrive."]);
  }, 10_000);
});

test('OPS-9 behind PgBouncer in session mode a node needs no direct connection, and a long statement is not mistaken for a dead connection', {
  skip: without('pgbouncer'),
}, async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const pooled = await openPooler(t, database.url, 'session');
  let node: Awaited<ReturnType<typeof startTestNode>> | undefined;
  await eventually(async () => {
    node = await startTestNode({ databaseUrl: pooled });
  }, 10_000);
  t.after(() => node!.stop());
  const { pool } = node!.context;
  await eventually(async () => {
    const { status, body } = await node!.call(null, 'GET', '/readyz');
    assert.equal(status, 200, JSON.stringify(body));
  });
  const { rows } = await pool.pg.query(`
    select current_setting('statement_timeout') as timeout,
      current_setting('max_parallel_workers_per_gather') as parallel`);
  assert.deepEqual(rows, [{ timeout: '10s', parallel: '0' }]);
  assert.equal((await pool.pg.query('select pg_sleep(8)')).rowCount, 1);
});
