import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { eventually } from '../../server/test/eventually.ts';
import { makeStaff } from '../../server/test/factories.ts';
import { type RunningMain, startMain } from '../../server/test/start/main.ts';
import { startTestNode } from '../../server/test/test-node.ts';

test('OPS-2 a node that stops under load fails no call of a proxy that follows readyz', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-drain-'));
  // For the database and the login.
  const database = await startTestNode();
  t.after(() => database.stop());
  const nodes: RunningMain[] = [];
  // Longer than the proxy needs to notice, on a busy machine too.
  const env = { SHUTDOWN_GRACE_S: '6' };
  for (let n = 0; n < 2; n++) nodes.push(await startMain(t, database.databaseUrl, folder, env));
  // Last: nothing else is written.
  t.after(async () => {
    await Promise.all(nodes.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  });
  const [leaving, staying] = nodes as [RunningMain, RunningMain];
  const user = await makeStaff(database.context.pool.db, null, 30);
  const { access } = await database.logIn(user);

  const balancer = balance(nodes, access);
  t.after(balancer.stop);
  const socket = new WebSocket(`${leaving.url.replace('http', 'ws')}/ws/auctions/`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ token: access }));
  await once(socket, 'message');
  const closed = once(socket, 'close');
  await eventually(async () => assert.ok(balancer.served(leaving) > 20));

  const stopped = performance.now();
  leaving.process.kill('SIGTERM');
  const isLeaving = async () => assert.equal((await fetch(`${leaving.url}/readyz`)).status, 503);
  await eventually(isLeaving);
  // It still serves clients that have not noticed, but keeps no connections.
  const late = await fetch(`${leaving.url}/api/users/me`, {
    headers: { authorization: `Bearer ${access}` },
  });
  assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close']);
  assert.equal((await closed)[0], 1012);
  assert.ok(performance.now() - stopped > 2_900, 'sockets are not closed before proxies know');
  const back = new WebSocket(`${leaving.url.replace('http', 'ws')}/ws/auctions/`);
  const answer = await once(back, 'open').then(() => 'opened', String);
  assert.match(answer, /socket hang up|ECONN/, 'a reconnecting socket is closed');
  const [code] = await leaving.ended;
  assert.equal(code, 0, await leaving.said);
  const before = balancer.served(staying);
  await eventually(async () => assert.ok(balancer.served(staying) > before + 20));
  assert.deepEqual(await balancer.stop(), []);
});

/** A round robin over ready nodes with keep-alive connections. Returns the failures when it is stopped. */
function balance(nodes: RunningMain[], access: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ready = new Set(nodes);
  const served = new Map<RunningMain, number>();
  const failures: string[] = [];
  let isStopped = false;
  let turn = 0;
  const call = (node: RunningMain) =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${access}` };
      get(`${node.url}/api/users/me`, { agent, headers }, (reply) => {
        if (reply.statusCode !== 200) failures.push(`${reply.statusCode}`);
        else served.set(node, (served.get(node) ?? 0) + 1);
        reply.resume().on('close', resolve);
      }).on('error', (error) => {
        failures.push(String(error));
        resolve();
      });
    });
  const caller = async () => {
    while (!isStopped) {
      const some = [...ready];
      await call(some[turn++ % some.length]!);
      // At most 150 per second in all, which stays below the user's limit (LIMIT-1).
      await pause(40);
    }
  };
  const looker = async () => {
    while (!isStopped) {
      for (const node of nodes) {
        const status = await fetch(`${node.url}/readyz`).then(
          (reply) => reply.status,
          () => 0,
        );
        if (status === 200) ready.add(node);
        else ready.delete(node);
      }
      await pause(50);
    }
  };
  const working = Promise.all([looker(), ...Array.from({ length: 6 }, caller)]);
  return {
    served: (node: RunningMain) => served.get(node) ?? 0,
    async stop() {
      isStopped = true;
      await working;
      agent.destroy();
      return failures;
    },
  };
}
