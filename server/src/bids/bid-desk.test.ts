import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import pg from 'pg';
import { type Bidder, makeBidder } from '../../test/bidders.ts';
import { checkInvariants, readBidding } from '../../test/check-invariants.ts';
import { eventually } from '../../test/eventually.ts';
import { makeCategory, makeStaff } from '../../test/factories.ts';
import { listen } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import type { Node } from '../node.ts';

/** The bid desk under faults: a lost connection, a locked row, a node that stops. */

const { node, db } = await openTestNode();

const { company, makeOpen } = await makeSeller(node);
const bidders = await Promise.all(Array.from({ length: 8 }, () => makeBidder(node, company)));

const DESK = "application_name = 'restvarde bid desk' and datname = current_database()";

/** Terminates the desks' connections. Returns how many there were. */
async function killDeskConnections(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where ${sql.raw(DESK)}`.execute(db);
  return rows.length;
}

/** Locks rows in a separate transaction. Returns a function that releases them. */
async function hold(text: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: node.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(text, values);
  return () => client.end();
}

/**
 * Stops the desk's clock until the end of the test, and returns a function that moves it: bids on a locked auction wait
 * for two seconds, which may pass on a busy machine.
 */
function stopClock(t: TestContext): (ms: number) => void {
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  return (ms) => {
    now += ms;
  };
}

/** Resolves when so many bids wait for the desk. */
const untilQueued = ({ context }: Pick<Node, 'context'>, bids: number) =>
  eventually(async () => assert.equal(Atomics.load(context.bidding, 0), bids));

const holdAuction = (auction: number) =>
  hold('select from auction_standings where auction_id = $1 for update', [auction]);

test('BID-8 no answered bid is lost or counted twice when connections die under load', async () => {
  const auctions = await Promise.all([
    makeOpen({ hidden_bids: true }),
    makeOpen({ hidden_bids: true }),
  ]);
  const answered: { station: number; amount: number; status: number }[] = [];
  let unknown = 0;
  let isOver = false;

  /** Places rising bids, and retries an unknown outcome with the same key. */
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
  // Repeat until a kill interrupts a batch: a kill between batches has no effect.
  for (let kill = 0; kill < 8 || (unknown === 0 && kill < 200); kill++) {
    const soFar = answered.length;
    await eventually(async () => assert.ok(answered.length > soFar + 50));
    await eventually(async () => assert.ok((await killDeskConnections()) > 0));
  }
  isOver = true;
  await Promise.all(load);

  assert.ok(unknown > 0, 'at least one kill interrupted a batch');
  assert.deepEqual(new Set(answered.map((answer) => answer.status)), new Set([201]));
  const bidding = await Promise.all(auctions.map((auction) => checkInvariants(db, auction)));
  const stored = bidding.flatMap(({ bids }) =>
    bids.map((bid) => `${bid.service_station_id} ${bid.amount}`),
  );
  const answers = answered.map((bid) => `${bid.station} ${bid.amount}`);
  assert.deepEqual(stored.toSorted(), answers.toSorted());
});

test('AUTH-8, ROLE-17 a queued bid is judged by the state of its station when it is decided', async (t) => {
  const categories = [await makeCategory(db)];
  const [removed, loggedOut, expired, elsewhere, kept] = await Promise.all(
    Array.from({ length: 5 }, () => makeBidder(node, company, { categories })),
  );
  const admin = await makeStaff(db, company, 30);
  const auction = await makeOpen({ categories, hidden_bids: true });
  assert.equal((await kept!.bid(auction, 100)).status, 201);
  const { refresh, access } = await node.logIn(loggedOut!.user_id);

  const letGo = await holdAuction(auction);
  const wait = stopClock(t);
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
  await untilQueued(node, waiting.length);
  // By then their callers are read again.
  wait(100);
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

test('BID-8 no bid is lost to an idle connection that died', async () => {
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

test('BID-8 bids on a locked auction are refused in bounded time and delay no other auction', async () => {
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
  // The lock is still held, but no bid on the other auction waited as long as the lock timeout.
  assert.ok(times.length > 2, `${times.length} bids on the other auction meanwhile`);
  assert.ok(Math.max(...times) < waited, `${times.map(Math.round)} of ${waited} ms`);

  await letGo();
  await bidders[0]!.place(held, 100, { key: 'held' });
  assert.equal((await checkInvariants(db, held)).bids.length, 1);
  await checkInvariants(db, free);
});

test('BID-8 a bid waits out a short lock', async (t) => {
  const held = await makeOpen();
  const free = await makeOpen();
  const letGo = await holdAuction(held);
  stopClock(t);
  const waiting = bidders.map((bidder, index) => bidder.bid(held, 100 + index));
  // When this bid is answered, the desk is no longer waiting for the lock.
  await bidders[0]!.place(free, 1);
  await letGo();
  for (const answer of await Promise.all(waiting)) assert.ok([201, 400].includes(answer.status));
  await checkInvariants(db, held);
});

test('BID-8 a bid that fails its batch does not fail the other bids', async () => {
  const auctions = await Promise.all(bidders.map(() => makeOpen()));
  const odd = await makeOpen();
  // The id that the next bid would get is already taken.
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

test('BID-8 a bidder whose user row is locked gets «try again», and the others are served', async () => {
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

test('BID-8 a node that stops answers the queued bids, and they are on disk', async (t) => {
  const other = await node.startAnother();
  const address = await listen(other);
  const auction = await makeOpen({ hidden_bids: true });
  const letGo = await holdAuction(auction);
  stopClock(t);
  const waiting = bidders.map(async (bidder) => {
    const reply = await fetch(`http://${address}/api/auctions/${auction}/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bidder.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bid: 100 }),
    });
    await reply.text();
    return reply.status;
  });
  await untilQueued(other, waiting.length);
  const stopped = other.stop();
  await letGo();
  const statuses = await Promise.all(waiting);
  await stopped;
  const stored = (await checkInvariants(db, auction)).bids.length;
  assert.equal(statuses.filter((status) => status === 201).length, stored);
  assert.ok(stored > 0);
  // A bid that the node had not read yet may be refused with 503.
  assert.ok(statuses.every((status) => status === 201 || status === 503));
  await assert.rejects(fetch(`http://${address}/healthz`));
  assert.equal((await readBidding(db, auction)).standing.bid_count, stored);
});
