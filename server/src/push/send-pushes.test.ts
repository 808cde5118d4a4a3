import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { eventually } from '../../test/eventually.ts';
import { shiftAuction } from '../../test/factories.ts';
import {
  type PushBrowser,
  startPushService,
  subscribe,
} from '../../test/receivers/push-service.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { startTestNode } from '../../test/test-node.ts';
import { notifyOfBids } from '../bids/notify-of-bids.ts';
import { readPushKeys } from './push-keys.ts';
import { announceEndings } from './queue-pushes.ts';
import { openPushSender } from './send-pushes.ts';

/** The node has no worker, so it sends nothing by itself. */
const node = await startTestNode({ reachesPrivate: true });
const { db } = node.context.pool;
const [service, slow] = [await startPushService(), await startPushService()];
const log = { error() {}, warn() {}, info() {} };
const sender = openPushSender(node.context, log);
after(async () => {
  await sender.stop();
  await node.stop();
  await Promise.all([service.stop(), slow.stop()]);
});

const world = await makeSaleWorld(node);
const { ada, bo, manager, makeOpen, act } = world;
const browser = { ada: service.openBrowser(), bo: service.openBrowser() };
await subscribe(node, ada.user_id, browser.ada);
await subscribe(node, bo.user_id, browser.bo);

/** Sends what is due, and waits for the answers. */
const send = async () => {
  while ((await sender.run()) > 0);
  await sender.idle();
};
/** The payloads that a browser has received since the last call. */
const taken = (one: PushBrowser) => one.received.splice(0).map(({ payload }) => payload);
const waiting = async () => {
  const rows = await db.selectFrom('push_messages').select(['attempts', 'due_at']).execute();
  return rows;
};
/** Moves all due times back, as if this time had passed. */
const pass = (seconds: number) =>
  sql`update push_messages set due_at = due_at - make_interval(secs => ${seconds})`.execute(db);
const end = (auction: number, seconds: number) =>
  sql`update auction_standings set end_dt = now_ms() + make_interval(secs => ${seconds})
    where auction_id = ${auction}`.execute(db);

beforeEach(async () => {
  await notifyOfBids(node.context);
  await announceEndings(node.context);
  await db.deleteFrom('push_messages').execute();
  for (const one of Object.values(browser)) taken(one);
});

test('PUSH-4, PUSH-5 a station that loses the lead gets the new bid, encrypted, until the end', async () => {
  const auction = await makeOpen({ number: 'NS-12', start_bid: 500 });
  await world.bidByTurns(auction, [1_000, 45_000]);
  await notifyOfBids(node.context);
  await send();
  const [received, ...more] = browser.ada.received;
  assert.deepEqual([more, browser.bo.received], [[], []]);
  const { payload, headers, claims } = received!;
  assert.deepEqual(payload, {
    title: 'Du är överbjuden',
    body: 'Volvo V60, auktion NS-12. Nytt bud: 45\u00a0000\u00a0kr.',
    path: `/auctions/${auction}`,
    tag: `outbid-${auction}`,
  });
  assert.equal(headers['content-encoding'], 'aes128gcm');
  assert.equal(headers.urgency, 'high');
  assert.ok(Number(headers.ttl) > 86_000 && Number(headers.ttl) <= 86_400, headers.ttl as string);
  assert.ok(Number(headers['content-length']) <= 4_096);
  // PUSH-6
  assert.deepEqual([claims.aud, claims.sub], [service.origin, 'mailto:no-reply@restvarde.example']);
  assert.ok(claims.exp * 1_000 - Date.now() < 86_400_000);
  assert.deepEqual(await waiting(), []);
});

test('PUSH-4 a station that leads again, or has bid since, is not notified of the earlier bid', async () => {
  const auction = await makeOpen({ start_bid: 500 });
  await world.bidByTurns(auction, [1_000, 2_000]);
  await notifyOfBids(node.context);
  await ada.place(auction, 3_000);
  await send();
  assert.deepEqual(taken(browser.ada), []);
  assert.deepEqual(await waiting(), []);
});

test('PUSH-4 an offer and a win are sent to their station only, without an amount; closed ones to nobody', async () => {
  const offered = await world.end({ number: 'NS-20' });
  assert.equal((await world.offer(offered, 2)).status, 201);
  const sold = await world.end({ number: 'NS-21', reservation_price: null });
  await send();
  assert.deepEqual(
    taken(browser.bo).map(({ title, body, tag }) => [title, body, tag]),
    [['Du har fått ett erbjudande', 'Volvo V60, auktion NS-20.', `offer-${offered}`]],
  );
  assert.equal((await act(sold, 'notify-winner')).status, 200);
  await send();
  assert.deepEqual(
    taken(browser.bo).map(({ title, body, tag }) => [title, body, tag]),
    [['Du har vunnit auktionen', 'Volvo V60, auktion NS-21.', `won-${sold}`]],
  );
  const withdrawn = await world.end();
  const offer = (await world.offer(withdrawn, 2)).body.id;
  await node.call(manager, 'DELETE', `/api/auctions/${withdrawn}/offers/${offer}`);
  await send();
  assert.deepEqual([taken(browser.bo), taken(browser.ada)], [[], []]);
});

test('PUSH-4 an auction that ends within 15 minutes is announced once to bidders and watchers, though its end moves', async () => {
  const auction = await makeOpen({ number: 'NS-30', hidden_bids: true });
  const removed = await makeOpen();
  const cia = { browser: service.openBrowser(), ...(await makeBidder(node, world.company)) };
  await subscribe(node, cia.user_id, cia.browser);
  await ada.place(auction, 50_000);
  await node.call(bo.user_id, 'POST', `/api/auctions/${auction}/alert`);
  await ada.place(removed, 50_000);
  await node.call(manager, 'DELETE', `/api/auctions/${removed}/bids/1`);
  await announceEndings(node.context);
  assert.deepEqual(await waiting(), []);
  await end(auction, 890);
  await end(removed, 890);
  assert.deepEqual(
    (await Promise.all([announceEndings(node.context), announceEndings(node.context)])).sort(),
    [0, 2],
  );
  await send();
  for (const one of [browser.ada, browser.bo]) {
    assert.deepEqual(taken(one), [
      {
        title: 'Auktionen slutar snart',
        body: 'Volvo V60, auktion NS-30.',
        path: `/auctions/${auction}`,
        tag: `ending-${auction}`,
      },
    ]);
  }
  assert.deepEqual(taken(cia.browser), []);
  await end(auction, 2_000);
  await end(auction, 800);
  assert.equal(await announceEndings(node.context), 0);
});

test('PUSH-4 in a sealed auction nobody is notified of a bid', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  await world.bidByTurns(auction, [50_000, 60_000]);
  await notifyOfBids(node.context);
  assert.deepEqual(await waiting(), []);
});

test('PUSH-3 a kind that is switched off is not sent', async () => {
  await node.call(ada.user_id, 'PATCH', '/api/notification-settings', { outbid: { push: false } });
  const auction = await makeOpen({ start_bid: 500 });
  await world.bidByTurns(auction, [1_000, 2_000]);
  await notifyOfBids(node.context);
  assert.deepEqual(await waiting(), []);
  await node.call(ada.user_id, 'PATCH', '/api/notification-settings', { outbid: { push: true } });
});

/** One notification to Ada that waits. */
async function queueOne(): Promise<number> {
  const auction = await makeOpen({ start_bid: 500 });
  await world.bidByTurns(auction, [1_000, 2_000]);
  await notifyOfBids(node.context);
  assert.equal((await waiting()).length, 1);
  return auction;
}

test('PUSH-4 a refused notification is retried after 5 s and 30 s, then dropped; redirects are not followed', async () => {
  await queueOne();
  service.answerWith(500, 307, 429);
  const before = service.calls();
  const sendAndWait = async (pause: number) => {
    const from = Date.now();
    await send();
    const [one] = await waiting();
    const waits = (one!.due_at.getTime() - from) / 1_000;
    const took = (Date.now() - from) / 1_000;
    assert.ok(waits > pause - 1 && waits < pause + took + 1, `${waits} s`);
  };
  await sendAndWait(5);
  // As if no time had passed, however slow the machine is.
  await pass(-600);
  await send();
  assert.equal(service.calls(), before + 1, 'not before its time');
  await pass(600 + 5);
  await sendAndWait(30);
  await pass(30);
  await send();
  assert.equal(service.calls(), before + 3);
  assert.deepEqual([await waiting(), taken(browser.ada)], [[], []]);
});

test('PUSH-4 an expired notification is not retried', async () => {
  const auction = await queueOne();
  service.answerWith(500);
  await send();
  await pass(5);
  await shiftAuction(db, auction, -2 * 86_400);
  const before = service.calls();
  await send();
  assert.equal(service.calls(), before);
  assert.deepEqual(await waiting(), []);
});

test('PUSH-4 a subscription that the service no longer has is deleted', async () => {
  for (const status of [404, 410]) {
    const gone = service.openBrowser();
    await subscribe(node, ada.user_id, gone);
    const auction = await makeOpen({ start_bid: 500 });
    await world.bidByTurns(auction, [1_000, 2_000]);
    await notifyOfBids(node.context);
    await db
      .deleteFrom('push_messages')
      .where('subscription_id', 'in', (other) =>
        other.selectFrom('push_subscriptions').select('id').where('endpoint', '<>', gone.endpoint),
      )
      .execute();
    service.answerWith(status);
    await send();
    const left = await db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('endpoint', '=', gone.endpoint)
      .execute();
    assert.deepEqual([left, await waiting()], [[], []]);
  }
});

test('PUSH-4 a service that hangs delays no notification of another, and none is lost', async () => {
  const cia = await makeBidder(node, world.company);
  const silent = slow.openBrowser();
  await subscribe(node, cia.user_id, silent);
  slow.answerWith(null);
  const auction = await makeOpen({ start_bid: 500 });
  await ada.place(auction, 1_000);
  await cia.place(auction, 2_000);
  await notifyOfBids(node.context);
  await bo.place(auction, 3_000);
  await notifyOfBids(node.context);
  const own = openPushSender(node.context, log);
  await own.run();
  // Ada's was true when it was written, and Ada has no newer bid.
  await eventually(async () => assert.equal(browser.ada.received.length, 1));
  assert.equal(slow.calls(), 1);
  await own.stop();
  // Its node has stopped: another sends it.
  const [left] = await waiting();
  assert.equal(left?.attempts, 1);
  await pass(45);
  await send();
  assert.equal(silent.received.length, 1);
});

test('PUSH-2 a session that has expired gets nothing', async () => {
  await queueOne();
  await sql`update sessions set idle_expires_at = now_ms() where user_id = ${ada.user_id}`.execute(
    db,
  );
  await send();
  assert.deepEqual([await waiting(), taken(browser.ada)], [[], []]);
});

test('PUSH-6 the private key is sealed by SECRET', async () => {
  const stored = await db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow();
  const { private_key } = await readPushKeys(db, node.context.config.secret);
  assert.equal(Buffer.from(private_key, 'base64url').length, 32);
  assert.ok(!JSON.stringify(stored).includes(private_key));
  await assert.rejects(readPushKeys(db, 'another secret'));
});
