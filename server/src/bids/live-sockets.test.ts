import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { LIVE_CLOSE, LIVE_MS } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { eventually } from '../../test/eventually.ts';
import { makeAuction, makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { listen, openReadySocket, openSocket } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();
const other = await node.startAnother();

const LISTS = '/ws/auctions/';
const pathOf = (auction: number) => `/ws/auction/${auction}/`;

/** The addresses of both nodes. */

const [near, far] = [await listen(node), await listen(other)];
const { company, manager, ada, bo, makeOpen } = await makeSeller(node);
const staff = (await node.logIn(manager)).access;
const superuser = (await node.logIn(await makeStaff(db, null))).access;

test('LIVE-4 a socket with an invalid token, or without one in time, is closed with 4401', async () => {
  const began = performance.now();
  const silent = [openSocket(near, LISTS, null), openSocket(near, pathOf(1), null)];
  for (const path of [LISTS, pathOf(await makeOpen())]) {
    const ended = (await node.logIn(manager)).access;
    await sql`
      update sessions set revoked_at = now_ms()
      where id = (select id from sessions order by created_at desc, id desc limit 1)`.execute(db);
    for (const token of ['', 'x', 'a.b.c', ended]) {
      assert.equal(await openSocket(near, path, token).closed, LIVE_CLOSE.unauthorized);
    }
    for (const hello of ['{', '{"token":5}', '{}', 'null', '[]', `"${staff}"`]) {
      const live = openSocket(near, path, null);
      await once(live.socket, 'open');
      live.socket.send(hello);
      assert.equal(await live.closed, LIVE_CLOSE.unauthorized, hello);
    }
  }
  for (const { closed } of silent) assert.equal(await closed, LIVE_CLOSE.unauthorized);
  const waited = performance.now() - began;
  assert.ok(waited > LIVE_MS.token - 100, `${waited} ms`);
});

test('LIVE-4, ROLE-14 a socket on an auction that the caller cannot see is closed with 4404', async () => {
  const rivals = await makeCompany(db);
  const rivalStaff = await makeStaff(db, rivals);
  const deleted = await makeOpen();
  await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  const theirs = await makeAuction(db, { company: rivals, creator: rivalStaff });
  const global = await makeAuction(db, { company: rivals, creator: rivalStaff, is_global: true });
  const cases: [string, string, string][] = [
    ['upcoming', ada.access, pathOf(await makeOpen({ starts: 60, ends: 120 }))],
    ['ended without its bid', ada.access, pathOf(await makeOpen({ ends: -5 }))],
    [
      'of other categories',
      (await makeBidder(node, company, { categories: [await makeCategory(db)] })).access,
      pathOf(await makeOpen()),
    ],
    ["another company's", ada.access, pathOf(theirs)],
    ["another company's, for staff", staff, pathOf(theirs)],
    ["another company's global one, for staff", staff, pathOf(global)],
    ['deleted', superuser, pathOf(deleted)],
    ['never was', superuser, pathOf(2_000_000_000)],
    ['too large', superuser, '/ws/auction/99999999999/'],
    ['no number', superuser, '/ws/auction/x/'],
  ];
  for (const [name, token, path] of cases) {
    assert.equal(await openSocket(near, path, token).closed, LIVE_CLOSE.notFound, name);
  }
  const seen = await openReadySocket(near, pathOf(global), ada.access);
  seen.socket.close();
});

test('LIVE-4, AUTH-10 logging out closes the sockets of that session only, on every node', async () => {
  const auction = await makeOpen();
  const leaving = await node.logIn(ada.user_id);
  const theirs = await Promise.all([
    openReadySocket(near, pathOf(auction), leaving.access),
    openReadySocket(far, pathOf(auction), leaving.access),
    openReadySocket(far, LISTS, leaving.access),
  ]);
  const staying = await openReadySocket(far, pathOf(auction), ada.access);
  const logout = await node.call(null, 'POST', '/api/auth/logout', { refresh: leaving.refresh });
  assert.equal(logout.status, 204);
  for (const live of theirs) assert.equal(await live.closed, LIVE_CLOSE.unauthorized);
  const again = openSocket(far, LISTS, leaving.access);
  assert.equal(await again.closed, LIVE_CLOSE.unauthorized);
  await ada.bid(auction, 100);
  await staying.next();
  staying.socket.close();
});

test('LIVE-4 a session that ends while its socket is being admitted leaves none open', async () => {
  const auction = await makeOpen();
  for (let round = 0; round < 20; round++) {
    const leaving = await node.logIn(ada.user_id);
    const live = openSocket(near, pathOf(auction), leaving.access);
    await once(live.socket, 'open');
    await node.sessions.end(leaving.refresh, { ip: null, user_agent: '' });
    assert.equal(await live.closed, LIVE_CLOSE.unauthorized, `round ${round}`);
  }
});

test('LIVE-4 messages after the token are ignored, and an oversized one closes only its own socket', async () => {
  const auction = await makeOpen();
  const loud = await openReadySocket(near, pathOf(auction), bo.access);
  const calm = await openReadySocket(near, pathOf(auction), bo.access);
  calm.socket.send('{"token":"another"}');
  calm.socket.send('not JSON');
  loud.socket.send('x'.repeat(5_000));
  assert.equal(await loud.closed, 1009);
  await ada.bid(auction, 100);
  assert.equal((await calm.next()).bid, 100);
  calm.socket.close();
});

test('LIVE-2 after lost notifications all sockets are closed with 1012, and new ones receive changes', async () => {
  const auction = await makeOpen();
  const lost = [
    await openReadySocket(near, pathOf(auction), bo.access),
    await openReadySocket(far, LISTS, staff),
  ];
  const bus = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'restvarde bus' and datname = current_database()`;
  const pids = (await bus.execute(db)).rows.map((row) => row.pid);
  assert.equal(pids.length, 2);
  await sql`select pg_terminate_backend(pid) from unnest(${pids}::integer[]) as pid`.execute(db);
  for (const live of lost) assert.equal(await live.closed, LIVE_CLOSE.restart);
  await eventually(async () => assert.equal((await bus.execute(db)).rows.length, 2));
  const back = await openReadySocket(far, pathOf(auction), bo.access);
  await ada.bid(auction, 100);
  assert.equal((await back.next()).bid, 100);
  back.socket.close();
});

test('LIVE-4 a node that stops closes its sockets with 1012 and does not wait for a dead one', async () => {
  const third = await node.startAnother();
  const address = await listen(third);
  const auction = await makeOpen();
  const live = await openReadySocket(address, pathOf(auction), bo.access);
  const dead = await openReadySocket(address, LISTS, bo.access);
  dead.socket.pause();
  const began = performance.now();
  const [code] = await Promise.all([live.closed, third.stop()]);
  assert.equal(code, LIVE_CLOSE.restart);
  // The library alone would wait 30 seconds.
  assert.ok(performance.now() - began < 25_000);
  dead.socket.terminate();
});
