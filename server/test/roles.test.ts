import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { freePort } from '../../tools/test/free-port.ts';
import { watchWorkers } from '../src/operation/worker-watch.ts';
import { eventually } from './eventually.ts';
import { openReadySocket } from './live-socket.ts';
import { makeSeller } from './seller.ts';
import { startSmtpDouble } from './smtp-double.ts';
import { startMain } from './start/main.ts';
import { startTestNode } from './test-node.ts';

test('OPS-17 a web node answers and pushes, a worker closes and sends; without a worker nothing is lost, and the log says so', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-roles-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const smtp = await startSmtpDouble(() => 'taken');
  t.after(() => smtp.stop());
  // For its database, to make a world and to log in by.
  const world = await startTestNode();
  t.after(() => world.stop());
  const seller = await makeSeller(world);
  const auction = await seller.makeOpen();
  await seller.ada.place(auction, 1_000);
  const { access } = await world.logIn(seller.manager);

  const metricsPort = await freePort();
  const start = (env: Record<string, string>) =>
    startMain(t, world.databaseUrl, folder, { SMTP_URL: smtp.url, ...env });
  const web = await start({ ROLE: 'web', METRICS_PORT: String(metricsPort) });
  const silence = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^restvarde_worker_silence_seconds (\S+)$/m.exec(text)![1]);
  };
  const bid = async (amount: number) => {
    const token = (await world.logIn(seller.bo.user_id)).access;
    const reply = await fetch(`${web.url}/api/auctions/${auction}/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bid: amount }),
    });
    return reply.status;
  };
  const closed = async () => {
    const { rows } = await sql<{ is_closed: boolean }>`
      select closed_at is not null as is_closed from auction_standings where auction_id = ${auction}`.execute(
      world.context.pool.db,
    );
    return rows[0]!.is_closed;
  };
  const host = new URL(web.url).host;
  const listener = await openReadySocket(host, `/ws/auction/${auction}/`, access);
  t.after(() => listener.socket.terminate());
  assert.equal(await bid(2_000), 201);
  await sql`update auction_standings set end_dt = now() where auction_id = ${auction}`.execute(
    world.owner,
  );
  const before = await silence();
  // Several polls of a worker, if there were one.
  await eventually(async () => assert.ok((await silence()) > before + 1.5));
  assert.equal(await closed(), false);
  assert.deepEqual(smtp.arrivals, []);
  assert.equal(await bid(3_000), 400);
  // A late heartbeat makes it wait.
  await eventually(async () => assert.equal((await fetch(`${web.url}/readyz`)).status, 200));

  const worker = await start({ ROLE: 'worker' });
  const asked = await fetch(`${worker.url}/api/users/me`, {
    headers: { authorization: `Bearer ${access}` },
  });
  assert.equal(asked.status, 404);
  await eventually(async () => assert.equal(await closed(), true));
  await listener.next((message) => 'closed' in message && message.closed);
  await eventually(async () => assert.ok(smtp.arrivals.length > 0));
  const silent = await silence();
  await eventually(async () => assert.ok((await silence()) < silent || silent < 1));
  worker.process.kill('SIGTERM');
  assert.equal((await worker.ended)[0], 0, await worker.said);
});

test('OPS-17 the log has one line when no worker reports, and one when it does again', async () => {
  let report = (_: null) => {};
  const logged: string[] = [];
  const workers = watchWorkers(
    {
      listen(_channel, handler) {
        report = handler as typeof report;
      },
    },
    {
      error: (_, sentence) => void logged.push(sentence),
      info: (_, sentence) => void logged.push(sentence),
    },
    { limit_ms: 20, look_ms: 5 },
  );
  await eventually(async () => assert.equal(logged.length, 1));
  assert.match(logged[0]!, /^no worker reports: /);
  report(null);
  assert.equal(logged[1], 'a worker reports again');
  assert.ok(workers.silence_s() < 10);
  workers.stop();
});
