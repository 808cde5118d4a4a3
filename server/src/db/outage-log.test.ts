import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openProxy } from '../../test/cuttable-proxy.ts';
import { eventually } from '../../test/eventually.ts';
import { startMain } from '../../test/start/main.ts';
import { createTestDatabase } from '../../test/test-database.ts';

test('OPS-3 an outage of the database logs one line at its start and one at its end, whatever fails in between', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-outage-'));
  const database = await createTestDatabase();
  const proxy = await openProxy(database.url);
  t.after(async () => {
    await proxy.cut();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const main = await startMain(t, proxy.url, folder, { LOG_LEVEL: 'info' });
  const call = () =>
    fetch(`${main.url}/api/auth/two-factor`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'anna@bolag.example', password: 'hemligt' }),
    });
  await eventually(async () => assert.equal((await call()).status, 400));
  main.log.length = 0;
  await proxy.cut();
  for (let n = 0; n < 10; n++) {
    assert.equal((await call()).status, 503);
    // Lets pollers and probes fail too.
    await pause(300);
  }
  await proxy.restore();
  await eventually(async () =>
    assert.ok(main.log.some((line) => line.includes('"the database is back"'))),
  );
  await eventually(async () => assert.equal((await call()).status, 400));
  // On a busy machine a heartbeat may be late, so that readiness was lost before the outage.
  const lines = main.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'ready again');
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['the database is lost: calls are answered 503 until it is back', 'the database is back'],
    main.log.join('\n'),
  );
  assert.ok(lines[0].err.message);
  assert.ok(lines[1].failures > 10);
  main.process.kill('SIGTERM');
  await main.ended;
});
