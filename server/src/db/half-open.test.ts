import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import type pg from 'pg';
import { openProxy } from '../../test/cuttable-proxy.ts';
import { eventually } from '../../test/eventually.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { openPool } from './pool.ts';

const database = await createTestDatabase();
const proxy = await openProxy(database.url);
/** Bypasses the proxy. */
const direct = openPool(database.url, 1);
after(async () => {
  await proxy.cut();
  await direct.end();
  await database.drop();
});

test('OPS-10 after one dead connection is found, the others that died with it are not reused', async () => {
  const pool = openPool(proxy.url, 6);
  const askAll = () => Promise.all(Array.from({ length: 6 }, () => pool.pg.query('select 1')));
  await askAll();
  proxy.forget();
  await assert.rejects(pool.pg.query('select 1'));
  // Each query would be lost with its connection.
  await askAll();
  await pool.end();
});

test('OPS-10 a connection that dies within a reply is detected', async () => {
  const pool = openPool(proxy.url, 1, { timeouts: 'background' });
  const client = await pool.pg.connect();
  const stream = (client as pg.PoolClient & pg.Client).connection.stream as Socket;
  const before = stream.bytesRead;
  const query = client.query(
    `select repeat('x', 20000), pg_sleep(n * 3) from generate_series(0, 1) n`,
  );
  const lost = assert.rejects(query);
  await eventually(async () => assert.ok(stream.bytesRead > before + 8_000));
  proxy.forget();
  await lost;
  client.release(true);
  await pool.end();
});

test('OPS-10 a connection that dies during its first query is detected', async () => {
  const pool = openPool(proxy.url, 1, { timeouts: 'background' });
  // Not by `connect`: a query of the pool is sent as soon as a connection opens.
  const lost = assert.rejects(pool.pg.query('select pg_sleep(60)'));
  await eventually(async () => {
    const { rowCount } = await direct.pg.query(
      "select from pg_stat_activity where query = 'select pg_sleep(60)'",
    );
    assert.equal(rowCount, 1);
  });
  proxy.forget();
  await lost;
  await pool.end();
});
