import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../test/eventually.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { openPool } from '../db/pool.ts';
import { startBus } from './bus.ts';

const database = await createTestDatabase();
const pool = openPool(database.url, 2);
after(async () => {
  await pool.end();
  await database.drop();
});

const connections = async ({ db } = pool) => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'restvarde bus' and datname = current_database()`.execute(db);
  return rows.map((row) => row.pid);
};

const kill = (pids: number[], { db } = pool) =>
  sql`select pg_terminate_backend(pid) from unnest(${pids}::integer[]) as pid`.execute(db);

test('LIVE-6 after each broken connection the bus announces the gap and listens again', async () => {
  const bus = await startBus(database.url, pool.pg);
  const received: unknown[] = [];
  let gaps = 0;
  bus.listen('sessions', (payload) => received.push(payload));
  bus.onGap(() => gaps++);
  for (let round = 1; round <= 3; round++) {
    await kill(await connections());
    await eventually(async () => assert.equal(gaps, round));
    const session = randomUUID();
    await sql`select pg_notify('sessions', ${JSON.stringify(session)})`.execute(pool.db);
    await eventually(async () => assert.equal(received.at(-1), session));
    assert.equal((await connections()).length, 1);
  }
  await bus.stop();
  await eventually(async () => assert.deepEqual(await connections(), []));
});

test('LIVE-6 a gap that waits is not announced again after the reconnect that covers it', async (t) => {
  // The bus waits until the test moves the clock. A new pool has no timers from before.
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const own = openPool(database.url, 2);
  const bus = await startBus(database.url, own.pg);
  let gaps = 0;
  let faults = 0;
  bus.onGap(() => gaps++);
  bus.onFault(() => faults++);
  const malformed = async (fault: number) => {
    await sql`select pg_notify('sessions', 'x')`.execute(own.db);
    await eventually(async () => assert.equal(faults, fault));
  };
  await malformed(1);
  t.mock.timers.tick(1);
  assert.equal(gaps, 1);
  await malformed(2);
  await kill(await connections(own), own);
  await eventually(async () => assert.equal(bus.isReceiving(), false));
  // It reconnects.
  t.mock.timers.tick(100);
  await eventually(async () => assert.equal(gaps, 2));
  t.mock.timers.tick(10_000);
  assert.equal(gaps, 2);
  await bus.stop();
  await own.end();
});

test('LIVE-6 a bus that is stopped while it reconnects leaves no connection open', async () => {
  for (let round = 0; round < 10; round++) {
    const bus = await startBus(database.url, pool.pg);
    const pids = await connections();
    await kill(pids);
    // It is reconnecting: PostgreSQL knows the connection before the bus does.
    for (let now = pids; now.length === 0 || now.some((pid) => pids.includes(pid)); ) {
      now = await connections();
    }
    await bus.stop();
    await eventually(async () => assert.deepEqual(await connections(), []));
  }
});
