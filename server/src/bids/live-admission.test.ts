import assert from 'node:assert/strict';
import { once } from 'node:events';
import { beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tokens } from '@restvarde/contract/auth/session';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { accessTokenFor } from '../../test/auth/access-token.ts';
import { makeBidder } from '../../test/bidders.ts';
import { makeAuction, makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { type LiveSocket, listen, openReadySocket } from '../../test/live-socket.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();
const other = await node.startAnother();

const LISTS = '/ws/auctions/';
let auction: number;
let page: string;

const far = await listen(other);
const company = await makeCompany(db);
const admin = await makeStaff(db, company, 30);
const bidder = await makeBidder(node, company);
beforeEach(async () => {
  auction = await makeAuction(db, { company, creator: admin });
  page = `/ws/auction/${auction}/`;
});

/** A token that lives long enough to open sockets with it on a slow machine. */
const SHORT_S = 8;

/** Opens an auction socket and a list socket on the node that learns of changes from the other node. */
const openBoth = (token: string): Promise<[LiveSocket, LiveSocket]> =>
  Promise.all([openReadySocket(far, page, token), openReadySocket(far, LISTS, token)]);
const nextReady = (sockets: LiveSocket[]) =>
  Promise.all(sockets.map(({ socket }) => once(socket, 'ready')));
const sessionOf = ({ refresh }: Tokens) => refresh.split('.')[0]!;
const bidAndReceive = async (sockets: LiveSocket[], amount: number) => {
  await bidder.place(auction, amount);
  for (const live of sockets) {
    assert.equal((await live.next((message) => message.auction_id === auction)).bid, amount);
  }
};
const closeAll = (sockets: LiveSocket[]) => {
  for (const { socket } of sockets) socket.close();
};

test('LIVE-4 the server asks for a fresh token before the current one expires, and no message is lost', async () => {
  const station = await makeBidder(node, company);
  const sockets = await Promise.all(
    [page, LISTS].map(async (path) => {
      const live = await openReadySocket(far, path, accessTokenFor(station.access, SHORT_S));
      await live.renewal;
      return live;
    }),
  );
  let readies = 0;
  for (const { socket } of sockets) socket.on('ready', () => readies++);
  // An invalid token, another user's token and an expired token change nothing. The fresh token follows.
  for (const token of ['x', bidder.access, accessTokenFor(station.access, -5), station.access]) {
    for (const { socket } of sockets) socket.send(JSON.stringify({ token }));
  }
  await bidAndReceive(sockets, 100);
  await pause(SHORT_S * 1_000 + 500);
  await bidAndReceive(sockets, 200);
  assert.equal(readies, 0, 'the sockets stay open, and nothing has to be refetched');
  closeAll(sockets);
});

test('LIVE-4 without a fresh token a socket is closed with 4401 when its own expires', async () => {
  const began = performance.now();
  const sockets = await openBoth(accessTokenFor(bidder.access, SHORT_S));
  for (const { closed } of sockets) assert.equal(await closed, LIVE_CLOSE.unauthorized);
  const waited = performance.now() - began;
  // Token lifetimes are whole seconds.
  assert.ok(waited > (SHORT_S - 1) * 1_000 - 100, `${waited} ms`);
});

test('LIVE-4, AUTH-8 a socket is closed when its session expires, even with a fresh token', async () => {
  for (const limit of ['expires_at', 'idle_expires_at']) {
    for (const left of ['0 seconds', '1 second']) {
      const tokens = await node.logIn(bidder.user_id);
      const sockets = await openBoth(tokens.access);
      const changed_at = performance.now();
      await sql`
        update sessions set ${sql.ref(limit)} = now_ms() + ${left}::interval
        where id = ${sessionOf(tokens)}`.execute(db);
      for (const { closed } of sockets) assert.equal(await closed, LIVE_CLOSE.unauthorized);
      assert.ok(left.startsWith('0') || performance.now() - changed_at > 900);
    }
  }
});

test('LIVE-4 in a session’s last minute a fresh token is requested once, and the socket still closes at the end', async () => {
  const tokens = await node.logIn(bidder.user_id);
  await sql`
    update sessions set expires_at = now_ms() + make_interval(secs => ${SHORT_S})
    where id = ${sessionOf(tokens)}`.execute(db);
  const live = await openReadySocket(far, LISTS, tokens.access);
  let again = 0;
  await live.renewal;
  live.socket.on('renew', () => again++);
  live.socket.send(JSON.stringify({ token: accessTokenFor(tokens.access, 600) }));
  assert.equal(await live.closed, LIVE_CLOSE.unauthorized);
  assert.equal(again, 0);
});

test('LIVE-4, AUTH-8 deactivation, a removed station and a stolen token close the sockets before their tokens expire', async () => {
  const deactivated = await makeStaff(db, company);
  const removed = await makeBidder(node, company);
  const stolen = await node.logIn(bidder.user_id);
  const cases: [string, () => Promise<unknown>][] = [
    [
      (await node.logIn(deactivated)).access,
      () => node.call(admin, 'PATCH', `/api/users/${deactivated}`, { is_active: false }),
    ],
    [removed.access, () => node.call(admin, 'DELETE', `/api/service-stations/${removed.id}`)],
    [
      stolen.access,
      async () => {
        const use = () => node.call(null, 'POST', '/api/auth/token/refresh', stolen);
        await use();
        await sql`update sessions set rotated_at = now() - interval '11 seconds', used_generation = generation
          where id = ${sessionOf(stolen)}`.execute(db);
        await use();
      },
    ],
    // Changed directly in the database.
    [
      (await node.logIn(await makeStaff(db, company))).access,
      () =>
        sql`update users set deactivated_at = now() where id = (select max(id) from users)`.execute(
          db,
        ),
    ],
  ];
  for (const [token, end] of cases) {
    const sockets = await openBoth(token);
    await end();
    // Otherwise they would stay open until their tokens expire.
    for (const { closed } of sockets) assert.equal(await closed, LIVE_CLOSE.unauthorized);
  }
});

test('LIVE-4, ROLE-17 open sockets follow the station’s categories at once', async () => {
  const [cars, boats] = [await makeCategory(db), await makeCategory(db)];
  const station = await makeBidder(node, company, { categories: [cars] });
  const make = (category: number) =>
    makeAuction(db, { company, creator: admin, categories: [category] });
  for (let round = 0; round < 5; round++) {
    const [car, boat] = [await make(cars), await make(boats)];
    const live = await openReadySocket(far, `/ws/auction/${car}/`, station.access);
    const list = await openReadySocket(far, LISTS, station.access);
    const ready = nextReady([list]);
    const url = `/api/service-stations/${station.id}`;
    await node.call(admin, 'PATCH', url, { category_ids: [boats] });
    await bidder.bid(car, 100);
    assert.equal(await live.closed, LIVE_CLOSE.notFound);
    await ready;
    await bidder.bid(car, 200);
    await bidder.bid(boat, 300);
    assert.equal((await list.next()).auction_id, boat);
    assert.deepEqual([live.frames.length, list.frames.length], [0, 1]);
    list.socket.close();
    await node.call(admin, 'PATCH', url, { category_ids: [cars] });
  }
});

test('LIVE-4, AUTH-8 a role change keeps the socket, and a company change hides the former company’s auctions', async () => {
  const manager = await makeStaff(db, company);
  const { access } = await node.logIn(manager);
  const sockets = await openBoth(access);
  const promoted = nextReady(sockets);
  await node.call(admin, 'PATCH', `/api/users/${manager}`, { role: 30 });
  await promoted;
  await bidAndReceive(sockets, 100);
  const [live, list] = sockets;
  const moved = nextReady([list]);
  const elsewhere = await makeCompany(db);
  await sql`update users set company_id = ${elsewhere} where id = ${manager}`.execute(db);
  assert.equal(await live.closed, LIVE_CLOSE.notFound);
  await moved;
  await bidder.bid(auction, 200);
  const theirs = await makeAuction(db, { company: elsewhere, creator: manager, is_global: true });
  await bidder.bid(theirs, 300);
  assert.equal((await list.next((message) => message.bid !== 100)).auction_id, theirs);
  list.socket.close();
});

test('LIVE-4 changed names and settings that do not affect access leave sockets undisturbed', async () => {
  const station = await makeBidder(node, company);
  const sockets = await openBoth(station.access);
  let readies = 0;
  for (const { socket } of sockets) socket.on('ready', () => readies++);
  const url = `/api/service-stations/${station.id}`;
  await node.call(admin, 'PATCH', url, { name: 'Nytt namn' });
  await node.call(admin, 'PATCH', `${url}/user`, { first_name: 'Nytt', last_name: 'Namn' });
  await bidAndReceive(sockets, 100);
  assert.equal(readies, 0);
  closeAll(sockets);
});
