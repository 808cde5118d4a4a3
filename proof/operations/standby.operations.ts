import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEmbedded } from '../../demo/src/postgres/embedded.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { prepareDatabase } from '../../server/src/prepare-database.ts';
import { makeCompany, makeStaff } from '../../server/test/factories.ts';
import { startTestNode } from '../../server/test/test-node.ts';

test('OPS-10 a commit that waits for an unavailable standby gets a 503 within half a minute', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-standby-'));
  const server = await startEmbedded({ dataDir: folder });
  t.after(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await prepareDatabase(server.url);
  const node = await startTestNode({ databaseUrl: server.url });
  t.after(() => node.stop());
  const { db } = node.context.pool;
  const manager = await makeStaff(db, await makeCompany(db));
  assert.equal((await node.call(manager, 'GET', '/api/users/me')).status, 200);
  const direct = openPool(server.url, 1, { timeouts: 'none' });
  t.after(() => direct.end());
  await direct.pg.query("alter system set synchronous_standby_names = 'nobody'");
  await direct.pg.query('select pg_reload_conf()');
  const began = performance.now();
  const write = await node.call(manager, 'POST', '/api/auth/logout-all');
  assert.equal(write.status, 503);
  assert.equal(write.headers['retry-after'], '2');
  assert.ok(performance.now() - began < 30_000);
  await direct.pg.query('alter system reset synchronous_standby_names');
  await direct.pg.query('select pg_reload_conf()');
});
