import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../test/eventually.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { startWebhookReceiver } from '../../test/receivers/webhook-receiver.ts';
import { takeEmails } from '../../test/sent-emails.ts';
import { startTestNode } from '../../test/test-node.ts';
import { openDeliverer } from './deliver.ts';

/** The nodes have no worker, so they call nothing by themselves. */
const node = await startTestNode({ reachesPrivate: true });
const { db } = node.context.pool;
const guarded = await startTestNode({ databaseUrl: node.databaseUrl });
const [receiver, slow] = [await startWebhookReceiver(), await startWebhookReceiver()];
const log = { error() {}, warn() {}, info() {} };
const deliverer = openDeliverer(node.context, log, { timeoutMs: 3_000 });
after(async () => {
  await deliverer.stop();
  await guarded.stop();
  await node.stop();
  await Promise.all([receiver.stop(), slow.stop()]);
});

const company = await makeCompany(db);
await db.updateTable('companies').set({ email: 'bolaget@nord.example' }).execute();
const admin = await makeStaff(db, company, 30);
const EVENTS = ['auction.ended'];
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const on = (id: number, method: Method, path = '', body?: object) =>
  node.call(admin, method, `/api/webhooks/${id}${path}`, body);

/** Queues an event, as the database does when it happens. Returns the delivery's id. */
async function queue(id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, type, body)
    values (${id}, 'auction.ended', '{"type": "auction.ended", "data": {"number": "NS-å7"}}') returning id`.execute(
    db,
  );
  return rows[0]!.id;
}
/** Calls what is due, and waits for the answers. */
const deliver = async () => {
  while ((await deliverer.run()) > 0) await deliverer.idle();
};
const deliveries = async (id: number) => (await on(id, 'GET', '/deliveries')).body;
/** Moves all due times back, as if this time had passed. */
const pass = (seconds: number) =>
  sql`
    update webhook_deliveries set due_at = due_at - make_interval(secs => ${seconds}),
      taken_until = taken_until - make_interval(secs => ${seconds})`.execute(db);
/** The seconds until the next try. */
const pauseOf = async (id: number) => {
  const [{ next_at }] = await deliveries(id);
  return next_at === null ? null : (Date.parse(next_at) - Date.now()) / 1_000;
};

beforeEach(async () => {
  await sql`delete from webhooks`.execute(db);
  await takeEmails(node);
  receiver.received.length = 0;
});

test('FEED-10 a call is signed by Standard Webhooks, and a 2xx completes it', async () => {
  const { id } = await receiver.add(node, admin, EVENTS);
  await queue(id);
  receiver.answerWith({ status: 299 });
  const from = Date.now() / 1_000;
  await deliver();
  const [{ headers, raw }, ...more] = receiver.received as [(typeof receiver.received)[0]];
  assert.deepEqual(more, []);
  assert.equal(raw, '{"type": "auction.ended", "data": {"number": "NS-å7"}}');
  assert.match(String(headers['webhook-id']), /^msg_[0-9a-f]{32}$/);
  assert.match(String(headers['webhook-signature']), /^v1,[A-Za-z0-9+/]{43}=$/);
  const sent_at = Number(headers['webhook-timestamp']);
  assert.ok(sent_at > from - 2 && sent_at < Date.now() / 1_000 + 2, String(sent_at));
  assert.equal(headers['content-type'], 'application/json');
  const [row] = await deliveries(id);
  assert.deepEqual([row.status, row.tries, row.next_at, row.error], [299, 1, null, null]);
});

test('FEED-10 a call is tried seven times in total, with up to a tenth of jitter and the same id and body', async () => {
  const { id } = await receiver.add(node, admin, EVENTS);
  await queue(id);
  const pauses = [5, 300, 1_800, 7_200, 36_000, 86_400];
  receiver.answerWith({ status: 500 }, { status: 307, headers: { location: '/hook-0' } });
  receiver.answerWith({ status: 404 }, { status: 429, headers: { 'retry-after': '60' } });
  receiver.answerWith(...Array.from({ length: 3 }, () => ({ status: 503 })));
  await deliver();
  for (const pause of pauses) {
    const waits = (await pauseOf(id))!;
    assert.ok(waits > pause * 0.9 - 60 && waits < pause * 1.1 + 1, `${waits} s for ${pause}`);
    const before = receiver.calls();
    await deliver();
    if (pause > 60) assert.equal(receiver.calls(), before, 'not before its time');
    await pass(Math.max(waits, 0) + 1);
    await deliver();
  }
  const [row] = await deliveries(id);
  assert.deepEqual([row.status, row.tries, row.next_at], [503, 7, null]);
  assert.equal(receiver.received.length, 7);
  assert.equal(new Set(receiver.received.map(({ raw }) => raw)).size, 1);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
});

test('FEED-10 a longer Retry-After is followed, up to an hour', async () => {
  const { id } = await receiver.add(node, admin, EVENTS);
  const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
  for (const [asked, least, most] of [
    ['120', 60, 121],
    [inTwoMinutes, 60, 121],
    ['100000', 3_500, 3_601],
    ['1', -60, 6],
    ['snart', -60, 6],
  ] as const) {
    await sql`delete from webhook_deliveries`.execute(db);
    await queue(id);
    receiver.answerWith({ status: 503, headers: { 'retry-after': asked } });
    await deliver();
    const waits = (await pauseOf(id))!;
    assert.ok(waits >= least && waits <= most, `${asked}: ${waits}`);
  }
});

test('FEED-10, MAIL-1, GEN-6 the last failed try of an event stops a webhook that received nothing meanwhile', async () => {
  const { id } = await receiver.add(node, admin, EVENTS);
  const notices = async () => (await node.call(admin, 'GET', '/api/notices')).body;
  const fail = async () => {
    const delivery = await queue(id);
    await sql`update webhook_deliveries set tries = 6 where id = ${delivery}`.execute(db);
    receiver.answerWith({ status: 500 });
    await deliver();
  };
  // Delivered after the first try of the event that fails.
  const first = await queue(id);
  await sql`
    update webhook_deliveries set tries = 6, first_try_at = now_ms() - interval '1 day'
    where id = ${first}`.execute(db);
  await sql`update webhooks set last_delivered_at = now_ms() - interval '1 hour'`.execute(db);
  receiver.answerWith({ status: 500 });
  await deliver();
  assert.equal((await on(id, 'PATCH', '', {})).body.active, true);
  await fail();
  assert.equal((await on(id, 'PATCH', '', {})).body.active, false);
  const [{ url }] = (await node.call(admin, 'GET', '/api/webhooks')).body;
  assert.deepEqual(await notices(), [
    {
      kind: 'webhook_stopped',
      text: `En webhook har stoppats: ${url}`,
      path: '/settings/integrations',
    },
  ]);
  const [email, ...others] = await takeEmails(node);
  assert.deepEqual(
    [email?.kind, email?.to, email?.subject, others],
    ['webhook-stopped', 'bolaget@nord.example', 'En webhook har stoppats', []],
  );
  assert.ok(email!.text.includes(url));
  assert.deepEqual(
    (await node.call(await makeStaff(db, company, 20), 'GET', '/api/notices')).body,
    [],
    'to admins',
  );
  assert.equal((await on(id, 'PATCH', '', { active: true })).body.active, true);
  assert.deepEqual(await notices(), []);
});

test('FEED-10 a 410 stops the webhook at once; waiting deliveries are held, and «Skicka igen» and a test are still sent', async () => {
  const { id } = await receiver.add(node, admin, EVENTS);
  const gone = await queue(id);
  receiver.answerWith({ status: 410 });
  await deliver();
  assert.equal((await on(id, 'PATCH', '', {})).body.active, false);
  assert.deepEqual(
    (await takeEmails(node)).map(({ kind }) => kind),
    ['webhook-stopped'],
  );
  const waiting = await queue(id);
  await deliver();
  assert.equal(receiver.received.length, 1);
  const [held] = await deliveries(id);
  assert.deepEqual([held.id, held.tries, held.next_at], [waiting, 0, null]);
  assert.equal((await on(id, 'POST', `/deliveries/${gone}/resend`)).status, 204);
  assert.equal((await on(id, 'POST', '/test')).status, 204);
  await deliver();
  const [first, again, test_] = receiver.received;
  assert.deepEqual(
    [again!.raw, again!.headers['webhook-id']],
    [first!.raw, first!.headers['webhook-id']],
  );
  assert.deepEqual([test_!.body.type, test_!.body.data], ['webhook.test', {}]);
  assert.equal((await deliveries(id)).length, 4);
  await on(id, 'PATCH', '', { active: true });
  await deliver();
  assert.equal(receiver.received.length, 4);
});

test('FEED-9 after a rotation the newest two secrets sign for 24 hours, the newest first', async () => {
  const { id, secret: first } = await receiver.add(node, admin, EVENTS);
  const rotate = async () => (await on(id, 'POST', '/rotate')).body.secret as string;
  const signedBy = async (secrets: string[]) => {
    receiver.received.length = 0;
    await queue(id);
    await deliver();
    const { raw, headers } = receiver.received[0]!;
    const timestamp = new Date(Number(headers['webhook-timestamp']) * 1_000);
    assert.equal(
      headers['webhook-signature'],
      secrets
        .map((secret) => new Webhook(secret).sign(String(headers['webhook-id']), timestamp, raw))
        .join(' '),
    );
  };
  const second = await rotate();
  await signedBy([second, first]);
  const third = await rotate();
  receiver.knows(id, third);
  await signedBy([third, second]);
  await sql`update webhooks set rotated_at = now_ms() - interval '24 hours 1 second'`.execute(db);
  await signedBy([third]);
});

test('FEED-10 a webhook that hangs gets four concurrent calls over all nodes, and delays no other', async () => {
  const hung = await slow.add(node, admin, EVENTS);
  const { id } = await receiver.add(node, admin, EVENTS);
  slow.answerWith(...Array.from({ length: 4 }, () => null));
  for (let count = 0; count < 10; count++) await queue(hung.id);
  await queue(id);
  const nodes = Array.from({ length: 3 }, () => openDeliverer(node.context, log));
  const started = await Promise.all(nodes.flatMap((one) => [one.run(), one.run()]));
  assert.equal(
    started.reduce((sum, count) => sum + count),
    5,
  );
  await eventually(async () => assert.equal(receiver.received.length, 1));
  await eventually(async () => assert.equal(slow.calls(), 4));
  assert.equal(await nodes[1]!.run(), 0);
  assert.equal(slow.most(), 4);
  await Promise.all(nodes.map((one) => one.stop()));
  slow.release();
});

test('FEED-10 a call without an answer in time is a failed try', async () => {
  const { id } = await slow.add(node, admin, EVENTS);
  slow.answerWith(null);
  await queue(id);
  await deliver();
  const [{ status, error, tries }] = await deliveries(id);
  assert.deepEqual([status, error, tries], [null, 'Inget svar inom 15 sekunder.', 1]);
  slow.release();
});

test('FEED-10 a node that stops or dies loses no delivery, and none is made twice at once', async () => {
  const { id } = await slow.add(node, admin, EVENTS);
  slow.answerWith(null);
  await queue(id);
  const before = slow.calls();
  const own = openDeliverer(node.context, log, { timeoutMs: 60_000 });
  assert.equal(await own.run(), 1);
  await eventually(async () => assert.equal(slow.calls(), before + 1));
  await own.stop();
  assert.equal(await deliverer.run(), 0, 'still taken');
  await pass(45);
  slow.release();
  await deliver();
  const [{ status, tries, next_at }] = await deliveries(id);
  assert.deepEqual([status, tries, next_at], [204, 2, null]);
});

test('FEED-10 the body of an answer is not read', async () => {
  const endless = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999999\r\n\r\nx'));
  });
  await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening));
  const { port } = endless.address() as { port: number };
  const { id } = await receiver.add(node, admin, EVENTS);
  await sql`update webhooks set url = ${`http://127.0.0.1:${port}/`}`.execute(db);
  await queue(id);
  await deliver();
  const [{ status, next_at }] = await deliveries(id);
  assert.deepEqual([status, next_at], [200, null]);
  endless.close();
});

test('OPS-11 metrics count calls by result, waiting deliveries by state and the age of the oldest, and webhooks by state', async () => {
  const { id } = await receiver.add(node, admin, EVENTS);
  const { id: hung } = await slow.add(node, admin, EVENTS);
  const results: string[] = [];
  const counted = (by: typeof node) =>
    openDeliverer(by.context, log, {
      timeoutMs: 1_000,
      onDelivery: (result) => results.push(result),
    });
  const [all, strict] = [counted(node), counted(guarded)];
  const gauges = async () => {
    const lines = (await node.metrics()).matchAll(
      /^restvarde_(webhook\w*(?:\{state="\w+"\})?) ([\d.]+)$/gm,
    );
    return Object.fromEntries([...lines].map(([, series, value]) => [series, Number(value)]));
  };
  const states =
    (name: string, [first, second, third]: [string, string, string]) =>
    ([one, two, three]: [number, number, number]) => ({
      [`${name}{state="${first}"}`]: one,
      [`${name}{state="${second}"}`]: two,
      [`${name}{state="${third}"}`]: three,
    });
  const waiting = states('webhook_deliveries', ['new', 'tried', 'held']);
  const webhooks = states('webhooks', ['active', 'paused', 'stopped']);
  /** A scrape reads the database at most once a second. */
  const reads = (expected: object, age_s = 0) =>
    eventually(async () => {
      const { webhook_oldest_seconds: oldest, ...rest } = await gauges();
      assert.deepEqual(rest, expected);
      assert.ok(oldest! >= age_s && oldest! < age_s + 300, `${oldest} s`);
    });
  const runBy = async (deliverer_: typeof all) => {
    assert.equal(await deliverer_.run(), 1);
    await deliverer_.idle();
  };
  await queue(id);
  await pass(600);
  await reads({ ...waiting([1, 0, 0]), ...webhooks([2, 0, 0]) }, 600);
  await runBy(all);
  await queue(id);
  receiver.answerWith({ status: 500 });
  await runBy(all);
  await reads({ ...waiting([0, 1, 0]), ...webhooks([2, 0, 0]) });
  await pass(10);
  await runBy(strict);
  await sql`update webhooks set url = 'http://127.0.0.1:9/' where id = ${id}`.execute(db);
  await pass(600);
  await runBy(all);
  await queue(hung);
  slow.answerWith(null);
  await runBy(all);
  slow.release();
  assert.deepEqual(results, ['delivered', 'refused', 'not_allowed', 'broken', 'timeout']);
  await on(id, 'PATCH', '', { active: false });
  await sql`update webhooks set active = false, stopped_at = now_ms() where id = ${hung}`.execute(
    db,
  );
  await pass(6_000);
  await reads({ ...waiting([0, 0, 2]), ...webhooks([0, 1, 1]) });
  await Promise.all([all.stop(), strict.stop()]);
});
