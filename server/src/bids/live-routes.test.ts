import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { LIVE_CLOSE, LIVE_MS } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { readBidding } from '../../test/check-invariants.ts';
import { eventually } from '../../test/eventually.ts';
import { makeAuction, makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { listen, openReadySocket, openSocket } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { startTestNode } from '../../test/test-node.ts';

const node = await startTestNode();
const other = await node.startAnother();
const { db } = node.context.pool;
after(() => node.stop());

const LISTS = '/ws/auctions/';
const pathOf = (auction: number) => `/ws/auction/${auction}/`;

/** The addresses of both nodes. */

const [near, far] = [await listen(node), await listen(other)];
const { company, manager, ada, bo, makeOpen } = await makeSeller(node);
const staff = (await node.logIn(manager)).access;
const superuser = (await node.logIn(await makeStaff(db, null))).access;

test('LIVE-4 without a good token a socket is closed with 4401, at the latest after 5 s', async () => {
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
  assert.ok(waited < LIVE_MS.token + 5_000, `${waited} ms`);
});

test('LIVE-4, ROLE-14 a socket on an auction that the caller may not see is closed with 4404', async () => {
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

test('LIVE-1, LIVE-2, LIVE-6 a bid reaches the sockets of all nodes with the whole standing', async () => {
  const auction = await makeOpen({
    ladder: [{ min_price: 0, max_price: 9_999, increment: 50 }],
  });
  const ownStaff = await openReadySocket(far, pathOf(auction), staff);
  const sockets = [
    ownStaff,
    await openReadySocket(far, LISTS, staff),
    await openReadySocket(near, LISTS, superuser),
    await openReadySocket(far, LISTS, bo.access),
    await openReadySocket(near, pathOf(auction), bo.access),
  ];
  const bidders = [
    await openReadySocket(far, LISTS, ada.access),
    await openReadySocket(near, pathOf(auction), ada.access),
  ];
  const answer = await ada.bid(auction, 400);
  const { standing } = await readBidding(db, auction);
  const whole = {
    auction_id: auction,
    bid: 400,
    min_bid: 450,
    end_dt: standing.end_dt.toISOString(),
    at: standing.changed_at.toISOString(),
    bid_count: 1,
    closed: false,
  };
  const ofThis = ({ auction_id }: { auction_id: number }) => auction_id === auction;
  for (const live of sockets) assert.deepEqual(await live.next(ofThis), whole);
  for (const live of bidders) assert.deepEqual(await live.next(ofThis), { ...whole, my_bid: 400 });
  assert.equal(whole.at, answer.body.standing_at);
  for (const live of [...sockets, ...bidders]) live.socket.close();
});

test('LIVE-1, ROLE-15 the lists tell of nothing that they would not show', async () => {
  const rivals = await makeCompany(db);
  const category = await makeCategory(db);
  const rivalStaff = await makeStaff(db, rivals);
  const rivalToken = (await node.logIn(rivalStaff)).access;
  const stranger = await makeBidder(node, rivals);
  const picky = await makeBidder(node, company, { categories: [category] });
  const outsiders = await Promise.all(
    [rivalToken, stranger.access, picky.access].map((token) => openReadySocket(far, LISTS, token)),
  );
  const auction = await makeOpen();
  const last = await makeAuction(db, {
    company: rivals,
    creator: rivalStaff,
    is_global: true,
    categories: [category],
  });
  await ada.bid(auction, 100);
  await ada.bid(last, 100);
  for (const live of outsiders) assert.equal((await live.next()).auction_id, last);
  for (const live of outsiders) live.socket.close();
});

test('LIVE-2, AUC-9 a removed bid is told, also when the highest falls', async () => {
  const auction = await makeOpen({ start_bid: 100 });
  const rival = await openReadySocket(far, pathOf(auction), bo.access);
  const own = await openReadySocket(near, pathOf(auction), ada.access);
  await ada.bid(auction, 300);
  const before = await rival.next();
  await own.next();
  const removed = await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/1`);
  assert.equal(removed.status, 204);
  const message = await rival.next();
  assert.deepEqual(
    [message.bid, message.min_bid, message.bid_count, message.end_dt, 'my_bid' in message],
    [null, 100, 0, before.end_dt, false],
  );
  assert.ok(message.at > before.at);
  assert.equal((await own.next()).my_bid, null);
  for (const live of [rival, own]) live.socket.close();
});

test('LIVE-2 «Avsluta», the end and a chosen winner are told as closed', async () => {
  const { closeEnded } = await import('../auctions/lifecycle/close-ended.ts');
  for (const hidden_bids of [false, true]) {
    const cancelled = await makeOpen({ hidden_bids });
    const ending = await makeOpen({ hidden_bids, extension_minutes: 0 });
    const sockets = await Promise.all(
      [cancelled, ending].map((auction) => openReadySocket(far, pathOf(auction), bo.access)),
    );
    await node.call(manager, 'POST', `/api/auctions/${cancelled}/cancel`);
    const { standing } = await readBidding(db, cancelled);
    const message = await sockets[0]!.next();
    assert.deepEqual([message.closed, message.end_dt], [true, standing.end_dt.toISOString()]);
    await sql`
      update auction_standings set end_dt = now_ms() where auction_id = ${ending}`.execute(db);
    await closeEnded(node.context);
    assert.equal((await sockets[1]!.next()).closed, true);
    for (const live of sockets) live.socket.close();
  }
  const auction = await makeOpen();
  const live = await openReadySocket(far, pathOf(auction), staff);
  await ada.bid(auction, 100);
  await live.next();
  await node.call(manager, 'POST', `/api/auctions/${auction}/cancel`);
  await live.next();
  await node.call(manager, 'POST', `/api/auctions/${auction}/bids/1/select-winner`, {});
  assert.equal((await live.next()).closed, true);
  live.socket.close();
});

test('LIVE-2, LIVE-3 what the seller changes is told to all who look, of a sealed auction without a rival’s bid', async () => {
  for (const hidden_bids of [false, true]) {
    const auction = await makeOpen({ hidden_bids });
    const watcher = await openReadySocket(far, pathOf(auction), bo.access);
    await ada.bid(auction, 700);
    if (!hidden_bids) await watcher.next();
    const { rows } = await sql<{ id: number }>`
      insert into auction_images (auction_id, position, key)
      select ${auction}, place, 'i' || replace(gen_random_uuid()::text, '-', '')
      from generate_series(0, 1) as place returning id`.execute(db);
    const image_ids = rows.map(({ id }) => id).reverse();
    const answer = await node.call(manager, 'PATCH', `/api/auctions/${auction}/images`, {
      image_ids,
    });
    assert.equal(answer.status, 200);
    const message = await watcher.next(({ auction_id }) => auction_id === auction);
    assert.deepEqual(
      [message.facts_changed, message.bid, message.bid_count],
      hidden_bids ? [true, null, null] : [true, 700, 1],
    );
    await ada.bid(auction, 800);
    if (!hidden_bids) {
      const bid = await watcher.next(({ auction_id }) => auction_id === auction);
      assert.equal('facts_changed' in bid, false, 'a bid changes nothing that is written');
    }
    watcher.socket.close();
  }
});

test('LIVE-4, AUTH-10 logging out closes the sockets of that session, and no others, on every node', async () => {
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

test('LIVE-4 a session that ends while its socket is let in leaves none open', async () => {
  const auction = await makeOpen();
  for (let round = 0; round < 20; round++) {
    const leaving = await node.logIn(ada.user_id);
    const live = openSocket(near, pathOf(auction), leaving.access);
    await once(live.socket, 'open');
    await node.sessions.end(leaving.refresh, { ip: null, user_agent: '' });
    assert.equal(await live.closed, LIVE_CLOSE.unauthorized, `round ${round}`);
  }
});

test('LIVE-4 what a client says after its token is ignored, and too much of it ends its socket alone', async () => {
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

test('LIVE-2 when notifications were lost all sockets are closed with 1012, and new ones are told', async () => {
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

test('LIVE-4 a node that stops closes its sockets with 1012, and waits for no dead one', async () => {
  const third = await node.startAnother();
  const address = await listen(third);
  const auction = await makeOpen();
  const live = await openReadySocket(address, pathOf(auction), bo.access);
  const dead = await openReadySocket(address, LISTS, bo.access);
  dead.socket.pause();
  const began = performance.now();
  const [code] = await Promise.all([live.closed, third.stop()]);
  assert.equal(code, LIVE_CLOSE.restart);
  assert.ok(performance.now() - began < 5_000);
  dead.socket.terminate();
});
