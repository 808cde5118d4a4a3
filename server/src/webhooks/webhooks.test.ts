import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WEBHOOK_EVENTS } from '@restvarde/contract/feed/webhooks';
import { sql } from 'kysely';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { startTestNode } from '../../test/test-node.ts';

const node = await startTestNode();
const { db } = node.context.pool;
const open = await startTestNode({ reachesPrivate: true, databaseUrl: node.databaseUrl });
after(async () => {
  await open.stop();
  await node.stop();
});

const ADDRESS = 'https://skador.nord.example/restvarde';
const makeAdmin = async () => {
  const company = await makeCompany(db);
  return { company, admin: await makeStaff(db, company, 30) };
};
const add = (user: number, body: object = {}, query = '', by = node) =>
  by.call(user, 'POST', `/api/webhooks${query}`, {
    url: ADDRESS,
    events: ['auction.ended'],
    ...body,
  });
const list = async (user: number) => (await node.call(user, 'GET', '/api/webhooks')).body;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const on = (user: number, id: number, method: Method, path = '', body?: object) =>
  node.call(user, method, `/api/webhooks/${id}${path}`, body);

test('FEED-9 the secret of a webhook is returned once and stored encrypted', async () => {
  const { admin } = await makeAdmin();
  const { status, body } = await add(admin, {
    events: ['winner.notified', 'auction.ended', 'winner.notified'],
  });
  assert.equal(status, 201);
  const { secret, ...row } = body;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(row, {
    id: body.id,
    url: ADDRESS,
    events: ['auction.ended', 'winner.notified'],
    active: true,
    created_at: body.created_at,
  });
  assert.deepEqual(await list(admin), [row]);
  const { rows } = await sql<{ stored: string }>`
    select string_agg(w::text, '') || (select string_agg(l::text, '') from audit_log l) as stored
    from webhooks w`.execute(db);
  assert.ok(!rows[0]!.stored.includes(secret.slice(6)));
});

test('FEED-9 errors have their messages at their fields', async () => {
  const { admin } = await makeAdmin();
  const refused = async (body: object) => (await add(admin, body)).body;
  for (const url of [
    undefined,
    '',
    'http://nord.example',
    'https://',
    'nord.example',
    'ftp://x.se',
  ])
    assert.deepEqual(
      await refused({ url }),
      { url: ['Adressen ska inledas med https://'] },
      String(url),
    );
  assert.deepEqual(await refused({ url: `https://x.se/${'x'.repeat(490)}` }), {
    url: ['Högst 500 tecken.'],
  });
  for (const url of [
    'https://10.0.0.1/',
    'https://127.1/',
    'https://[::1]:8443/',
    'https://[::ffff:192.168.1.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://2130706433/',
    'https://nord.example:80/',
    'https://nord.example:1023/',
    'https://anna@nord.example/',
    'https://anna:hemligt@nord.example/',
    'https://nord.example/\u0000',
    'https://nord.example/\ud800',
    'https://nord.example/a\nb',
  ])
    assert.deepEqual(await refused({ url }), { url: ['Adressen är inte tillåten.'] }, String(url));
  assert.deepEqual(await refused({ events: [] }), { events: ['Välj minst en händelse'] });
  assert.deepEqual(await refused({ events: undefined }), { events: ['Välj minst en händelse'] });
  for (const event of ['webhook.test', 'auction.started'])
    assert.deepEqual(await refused({ events: [event] }), {
      events: [`Ogiltigt värde. Tillåtna värden: ${WEBHOOK_EVENTS.join(', ')}.`],
    });
  for (const url of ['https://nord.example:1024/', 'https://93.184.216.34/', 'https://localhost/'])
    assert.equal((await add(admin, { url })).status, 201, url);
});

test('FEED-10 WEBHOOK_PRIVATE lifts the tests of address and port, not that of a user name', async () => {
  const { admin } = await makeAdmin();
  const status = async (url: string) => (await add(admin, { url }, '', open)).status;
  assert.equal(await status('https://10.0.0.1:80/'), 201);
  assert.equal(await status('https://anna@10.0.0.1/'), 400);
  assert.equal(await status('http://10.0.0.1/'), 400);
});

test('FEED-9 a company has at most five, also with concurrent calls', async () => {
  const { admin } = await makeAdmin();
  const answers = await Promise.all(Array.from({ length: 7 }, () => add(admin)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 5);
  const refused = answers.find(({ status }) => status === 400);
  assert.deepEqual(refused?.body, { detail: 'Högst fem webhookar.' });
  const [{ id }] = await list(admin);
  assert.equal((await on(admin, id, 'DELETE')).status, 204);
  assert.equal((await add(admin)).status, 201);
});

test('FEED-9, ROLE-2 a superuser names the company; case managers and other companies are refused', async () => {
  const { company, admin } = await makeAdmin();
  const root = await makeStaff(db, null, 30);
  assert.deepEqual((await add(root)).body, { company: ['Du måste välja bolag'] });
  const { body } = await add(root, {}, `?company=${company}`);
  assert.equal((await list(admin)).length, 1);
  assert.equal((await add(await makeStaff(db, company, 20))).status, 403);
  const { admin: other } = await makeAdmin();
  for (const [method, path, sent] of [
    ['PATCH', '', { active: false }],
    ['POST', '/test', undefined],
    ['POST', '/rotate', undefined],
    ['GET', '/deliveries', undefined],
    ['POST', '/deliveries/1/resend', undefined],
    ['DELETE', '', undefined],
  ] as const)
    assert.equal((await on(other, body.id, method, path, sent)).status, 404, method + path);
  assert.equal((await list(admin)).length, 1);
});

test('FEED-9, SEC-1 the security log has who added, changed, rotated and removed a webhook', async () => {
  const { admin } = await makeAdmin();
  const { id } = (await add(admin)).body;
  const { body } = await on(admin, id, 'PATCH', '', {
    url: 'https://nya.nord.example/',
    active: false,
  });
  assert.deepEqual([body.url, body.active], ['https://nya.nord.example/', false]);
  await on(admin, id, 'PATCH', '', { active: false });
  await on(admin, id, 'PATCH', '', {});
  assert.deepEqual((await on(admin, id, 'PATCH', '', { url: 'https://10.1.1.1' })).body, {
    url: ['Adressen är inte tillåten.'],
  });
  const { secret } = (await on(admin, id, 'POST', '/rotate')).body;
  assert.match(secret, /^whsec_/);
  assert.equal((await on(admin, id, 'DELETE')).status, 204);
  assert.equal((await on(admin, id, 'DELETE')).status, 404);
  const events = (await node.call(admin, 'GET', '/api/security-events')).body.results;
  assert.deepEqual(
    events.map((event: { kind: string; details: object }) => [event.kind, event.details]),
    [
      ['webhook_removed', { host: 'nya.nord.example' }],
      ['webhook_changed', { host: 'nya.nord.example', fields: ['secret'] }],
      ['webhook_changed', { host: 'nya.nord.example', fields: ['url', 'active'] }],
      ['webhook_added', { host: 'skador.nord.example' }],
    ],
  );
});

test('FEED-9 deliveries are the last 50 of 30 days, newest first, and are removed with their webhook', async () => {
  const { admin } = await makeAdmin();
  const { id } = (await add(admin, { events: [...WEBHOOK_EVENTS] })).body;
  const deliveries = async () => (await on(admin, id, 'GET', '/deliveries')).body;
  for (let sent = 0; sent < 52; sent++)
    assert.equal((await on(admin, id, 'POST', '/test')).status, 204);
  const shown = await deliveries();
  assert.equal(shown.length, 50);
  assert.ok(shown[0].id > shown[1].id);
  const { id: _id, created_at, next_at, ...first } = shown[0];
  assert.deepEqual(first, { type: 'webhook.test', status: null, tries: 0, error: null });
  assert.ok(next_at >= created_at);
  const unknown = await on(admin, id, 'POST', '/deliveries/2000000000/resend');
  assert.equal(unknown.status, 404);
  await sql`
    update webhook_deliveries set created_at = created_at - interval '31 days' where webhook_id = ${id} and id < ${shown[0].id}`.execute(
    db,
  );
  assert.equal((await deliveries()).length, 1);
  await on(admin, id, 'DELETE');
  const { rows } = await sql`select from webhook_deliveries where webhook_id = ${id}`.execute(db);
  assert.equal(rows.length, 0);
});

test('FEED-10 «Skicka igen» twice, or of one that waits, queues no second delivery', async () => {
  const { admin } = await makeAdmin();
  const { id } = (await add(admin)).body;
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, type, body, tries, due_at, status)
    values (${id}, 'auction.ended', '{}', 7, null, 503) returning id`.execute(db);
  const given = rows[0]!.id;
  const resend = async () => {
    assert.equal((await on(admin, id, 'POST', `/deliveries/${given}/resend`)).status, 204);
  };
  const read = async () => {
    const found = await sql<{ id: number; message_id: string; due_in_s: number | null }>`
      select id, message_id, extract(epoch from due_at - now_ms())::float8 as due_in_s
      from webhook_deliveries where webhook_id = ${id} order by id`.execute(db);
    return found.rows;
  };
  await Promise.all([resend(), resend()]);
  await resend();
  const [first, again, ...others] = await read();
  assert.deepEqual([first!.id, again!.message_id, others], [given, first!.message_id, []]);
  await sql`update webhook_deliveries set due_at = now_ms() + interval '10 hours' where id = ${again!.id}`.execute(
    db,
  );
  await resend();
  const [, sooner, ...more] = await read();
  assert.deepEqual([sooner!.id, more], [again!.id, []]);
  assert.ok(sooner!.due_in_s! < 3_600, 'it is sent now');
});
