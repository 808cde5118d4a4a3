import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import pg from 'pg';
import { type Bidder, makeBidder } from '../../test/bidders.ts';
import { checkInvariants, readBidding } from '../../test/check-invariants.ts';
import { eventually } from '../../test/eventually.ts';
import { makeCategory, makeStaff } from '../../test/factories.ts';
import { listen } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { startTestNode } from '../../test/test-node.ts';

/** The desk when something else goes wrong: a connection dies, a row is held, a node stops. */

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const { company, makeOpen } = await makeSeller(node);
const bidders = await Promise.all(Array.from({ length: 8 }, () => makeBidder(node, company)));

const DESK = "application_name = 'restvarde bid desk' and datname = current_database()";

/** Ends the desks' connections as an operator or a failing machine would; gives how many there were. */
async function killDeskConnections(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where ${sql.raw(DESK)}`.execute(db);
  return rows.length;
}

/** Holds rows in a transaction of its own until it is told to let go. */
async function hold(text: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: node.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(text, values);
  return () => client.end();
}

const holdAuction = (auction: number) =>
  hold('select from auction_standings where auction_id = $1 for update', [auction]);

test('BID-8 with connections dying under load no answered bid is lost, and none counts twice', async () => {
  const auctions = await Promise.all([
    makeOpen({ hidden_bids: true }),
    makeOpen({ hidden_bids: true }),
  ]);
  const answered: { station: number; amount: number; status: number }[] = [];
  let unknown = 0;
  let isOver = false;

  /** Bids higher and higher; an unknown outcome is asked again by its key. */
  const hammer = async (bidder: Bidder, auction: number) => {
    for (let amount = 1; !isOver; amount++) {
      const key = randomUUID();
      let answer = await bidder.bid(auction, amount, { key });
      while (answer.status === 503) {
        unknown++;
        assert.equal(answer.body.code, 'unknown_outcome');
        assert.equal(answer.headers['retry-after'], '1');
        answer = await bidder.bid(auction, amount, { key });
      }
      answered.push({ station: bidder.id, amount, status: answer.status });
    }
  };
  const load = bidders.map((bidder, index) => hammer(bidder, auctions[index % 2]!));
  // Until some have hit a batch: between two batches a kill does nothing.
  for (let kill = 0; kill < 8 || (unknown === 0 && kill < 200); kill++) {
    const soFar = answered.length;
    await eventually(async () => assert.ok(answered.length > soFar + 50));
    await eventually(async () => assert.ok((await killDeskConnections()) > 0));
  }
  isOver = true;
  await Promise.all(load);

  assert.ok(unknown > 0, 'some kill hit a batch');
  assert.deepEqual(new Set(answered.map((one) => one.status)), new Set([201]));
  const bidding = await Promise.all(auctions.map((auction) => checkInvariants(db, auction)));
  const stored = bidding.flatMap(({ bids }) =>
    bids.map((bid) => `${bid.service_station_id} ${bid.amount}`),
  );
  const answers = answered.map((one) => `${one.station} ${one.amount}`);
  assert.deepEqual(stored.toSorted(), answers.toSorted());
});

test('AUTH-8, ROLE-17 a bid that waits is judged by what its station is when its turn comes', async () => {
  const categories = [await makeCategory(db)];
  const [removed, loggedOut, expired, elsewhere, kept] = await Promise.all(
    Array.from({ length: 5 }, () => makeBidder(node, company, { categories })),
  );
  const admin = await makeStaff(db, company, 30);
  const auction = await makeOpen({ categories, hidden_bids: true });
  assert.equal((await kept!.bid(auction, 100)).status, 201);
  const { refresh, access } = await node.logIn(loggedOut!.user_id);

  const letGo = await holdAuction(auction);
  const waiting = [removed!, { ...loggedOut!, access }, expired!, elsewhere!, kept!].map(
    async (bidder) => {
      const reply = await node.app.inject({
        method: 'POST',
        url: `/api/auctions/${auction}/bids`,
        headers: { authorization: `Bearer ${bidder.access}`, 'idempotency-key': 'waits' },
        payload: { bid: 900 },
      });
      return [reply.statusCode, reply.json()];
    },
  );
  await pause(100);
  const url = (id: number) => `/api/service-stations/${id}`;
  const others = { category_ids: [await makeCategory(db)] };
  const done = await Promise.all([
    node.call(admin, 'DELETE', url(removed!.id)),
    node.call(null, 'POST', '/api/auth/logout', { refresh }),
    node.call(admin, 'PATCH', url(elsewhere!.id), others),
    node.call(admin, 'PATCH', url(kept!.id), others),
    sql`update sessions set expires_at = now() where user_id = ${expired!.user_id}`.execute(db),
  ]);
  assert.deepEqual(
    done.slice(0, 4).map((answer) => (answer as { status: number }).status),
    [204, 204, 200, 200],
  );
  await letGo();
  const [first, second, third, fourth, fifth] = await Promise.all(waiting);
  const gone = [401, { detail: SENTENCE.notLoggedIn }];
  assert.deepEqual([first, second, third], [gone, gone, gone]);
  assert.deepEqual(fourth, [404, { detail: SENTENCE.notFound }]);
  assert.equal(fifth![0], 201, 'it has bid before');
  const { bids } = await checkInvariants(db, auction);
  assert.deepEqual(new Set(bids.map((bid) => bid.service_station_id)), new Set([kept!.id]));
});

test('BID-8 a connection that died in a quiet moment costs no bid', async () => {
  const auction = await makeOpen();
  await bidders[0]!.bid(auction, 1);
  assert.equal(await killDeskConnections(), 1);
  await eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity where ${sql.raw(DESK)}`.execute(db);
    assert.equal(rows.length, 0);
  });
  const answer = await eventually(async () => {
    const again = await bidders[0]!.bid(auction, 2, { key: 'after-the-quiet' });
    assert.equal(again.status, 201);
    return again;
  });
  assert.equal(answer.body.bid_count, 2);
});

test('BID-8 an auction that somebody holds is refused in bounded time, and holds up no other', async () => {
  const held = await makeOpen();
  const free = await makeOpen({ hidden_bids: true });
  const letGo = await holdAuction(held);
  const began = performance.now();
  let waited = Number.NaN;
  const stuck = Promise.all(
    bidders.slice(0, 3).map((bidder) => bidder.bid(held, 100, { key: 'held' })),
  ).finally(() => {
    waited = performance.now() - began;
  });
  const times: number[] = [];
  for (let amount = 1; Number.isNaN(waited); amount++) {
    const called = performance.now();
    const answer = await bidders[5]!.bid(free, amount);
    assert.equal(answer.status, 201);
    times.push(performance.now() - called);
  }
  assert.deepEqual(
    (await stuck).map((answer) => [answer.status, answer.body.code]),
    Array(3).fill([503, 'unknown_outcome']),
  );
  // The hold is not over, and no bid on the other auction has waited for as long.
  assert.ok(times.length > 2, `${times.length} bids on the other auction meanwhile`);
  assert.ok(Math.max(...times) < waited, `${times.map(Math.round)} of ${waited} ms`);

  await letGo();
  await bidders[0]!.place(held, 100, { key: 'held' });
  assert.equal((await checkInvariants(db, held)).bids.length, 1);
  await checkInvariants(db, free);
});

test('BID-8 a bid waits out a short hold', async () => {
  const held = await makeOpen();
  const free = await makeOpen();
  const letGo = await holdAuction(held);
  const waiting = bidders.map((bidder, index) => bidder.bid(held, 100 + index));
  // The desk has gone on to others when this is answered.
  await bidders[0]!.place(free, 1);
  await letGo();
  for (const answer of await Promise.all(waiting)) assert.ok([201, 400].includes(answer.status));
  await checkInvariants(db, held);
});

test('BID-8 one bid that breaks its batch does not take the others along', async () => {
  const auctions = await Promise.all(bidders.map(() => makeOpen()));
  const odd = await makeOpen();
  // The place in the order that its next bid would take is taken already.
  await sql`
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
    select ${odd}, 1, ${bidders[0]!.id}, ${bidders[0]!.user_id}, 1, 1, now_ms(), end_dt, end_dt
    from auction_standings where auction_id = ${odd}`.execute(db);
  const [broken, ...answers] = await Promise.all([
    bidders[0]!.bid(odd, 100),
    ...bidders.map((bidder, index) => bidder.bid(auctions[index]!, 100)),
  ]);
  assert.equal(broken.status, 400);
  assert.equal(broken.body.code, 'changed');
  assert.deepEqual(
    answers.map((answer) => answer.status),
    bidders.map(() => 201),
  );
  for (const auction of auctions) assert.equal((await checkInvariants(db, auction)).bids.length, 1);
});

test('BID-8 a bidder whose own row is held is told to try again, and the others are served', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  const letGo = await hold('select from users where id = $1 for update', [bidders[0]!.user_id]);
  const answers = await Promise.all(bidders.map((bidder) => bidder.bid(auction, 100)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    bidders.map((_, index) => (index === 0 ? 503 : 201)),
  );
  assert.ok(answers[0]!.headers['retry-after']);
  await letGo();
  await bidders[0]!.place(auction, 100);
  await checkInvariants(db, auction);
});

test('BID-8 a node that stops answers the bids that wait in it, and they are on disk', async () => {
  const other = await node.startAnother();
  const address = await listen(other);
  const auction = await makeOpen({ hidden_bids: true });
  const letGo = await holdAuction(auction);
  const waiting = bidders.map(async (bidder) => {
    const reply = await fetch(`http://${address}/api/auctions/${auction}/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bidder.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bid: 100 }),
    });
    await reply.text();
    return reply.status;
  });
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where ${sql.raw(DESK)} and wait_event_type = 'Lock'`.execute(db);
    assert.equal(rows.length, 1);
  });
  const stopped = other.stop();
  await letGo();
  const statuses = await Promise.all(waiting);
  await stopped;
  const stored = (await checkInvariants(db, auction)).bids.length;
  assert.equal(statuses.filter((status) => status === 201).length, stored);
  assert.ok(stored > 0);
  // One that the node had not read yet may be turned away, in so many words.
  assert.ok(statuses.every((status) => status === 201 || status === 503));
  await assert.rejects(fetch(`http://${address}/healthz`));
  assert.equal((await readBidding(db, auction)).standing.bid_count, stored);
});
