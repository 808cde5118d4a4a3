import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { untilWaiting } from '../../test/eventually.ts';
import {
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeToken,
} from '../../test/factories.ts';
import { encodeForm, localTime, makePicture } from '../../test/forms.ts';
import { listen, openSocket } from '../../test/live-socket.ts';
import { openTestNode, startTestNode } from '../../test/test-node.ts';
import { LIMITS } from '../http/limit-table.ts';
import { hashToken } from '../keys.ts';

const { node, db } = await openTestNode();

const company = await makeCompany(db);
const admin = await makeStaff(db, company, 30);
const category = await makeCategory(db);
const token = await makeToken(node.context, company, ['auctions:write'], 'Skadesystemet');

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (
  method: Method,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  as = token,
) => node.call(null, method, path, body, { ...headers, authorization: `Bearer ${as}` });

const form = {
  category_ids: [category],
  manufacturer: 'Volvo',
  registration_number: 'ABC123',
  damage_condition: 'REPAIR',
  staging_area_name: 'Örebro',
  is_global: '0',
  hidden_bids: '0',
  hidden_reservation_price: '0',
  start_bid: 1_000,
  start_dt: localTime(0),
  end_dt: localTime(300),
};
type Fields = Parameters<typeof encodeForm>[0];
const create = async (key?: string, as = token) => {
  const { body, headers } = await encodeForm(form);
  const keyed: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return call('POST', '/api/auctions', body, { ...headers, ...keyed }, as);
};

test('FEED-2 a token lists an object as a case manager of its company, by its own name', async () => {
  const { status, body } = await create();
  assert.equal(status, 201);
  const creator = { first_name: 'Skadesystemet (integration)', last_name: '', email: null };
  assert.deepEqual(body.created_by, creator);
  assert.equal(body.can_edit, true);
  const changed = await encodeForm({ ...form, manufacturer: 'Saab' });
  const put = await call('PUT', `/api/auctions/${body.id}`, changed.body, changed.headers);
  assert.equal(put.body.manufacturer, 'Saab');
  const { body: history } = await node.call(admin, 'GET', `/api/auctions/${body.id}/history`);
  const { email: _none, ...name } = creator;
  for (const entry of history) assert.deepEqual(entry.user, name);
  const other = await makeToken(node.context, await makeCompany(db));
  const foreign = await call('GET', `/api/auctions/${body.id}`, undefined, {}, other);
  assert.equal(foreign.status, 404);
});

test('FEED-2 the name of a revoked token remains where the token acted', async () => {
  const gone = await makeToken(node.context, company, ['auctions:write'], 'Gamla systemet');
  const { body } = await create(undefined, gone);
  const { body: tokens } = await node.call(admin, 'GET', '/api/tokens');
  const { id } = tokens.find(({ name }: { name: string }) => name === 'Gamla systemet');
  assert.equal((await node.call(admin, 'DELETE', `/api/tokens/${id}`)).status, 204);
  const read = await node.call(admin, 'GET', `/api/auctions/${body.id}`);
  assert.equal(read.body.created_by.first_name, 'Gamla systemet (integration)');
});

test('FEED-2 a token is not listed in «Personal» and cannot log in', async () => {
  const { body } = await node.call(admin, 'GET', '/api/users');
  assert.ok(
    body.every(({ first_name }: { first_name: string }) => !/integration/.test(first_name)),
  );
  const { rows } = await sql<{ id: number }>`
    select id from users where is_integration limit 1`.execute(db);
  const restored = await node.call(admin, 'PATCH', `/api/users/${rows[0]!.id}`, {
    is_active: true,
  });
  assert.equal(restored.status, 404);
});

test('FEED-2 only the Authorization header carries a token; unknown and expired ones are 401', async () => {
  const refused = { detail: 'Du är inte inloggad.' };
  const expired = await makeToken(node.context, company);
  await sql`update tokens set expires_on = stockholm_today() - 1
    where id = (select max(id) from tokens)`.execute(db);
  for (const [path, headers] of [
    [`/api/auctions?token=${token}&access_token=${token}`, {}],
    ['/api/auctions', { device: token, cookie: `token=${token}` }],
    ['/api/auctions', { authorization: `Basic ${token}` }],
    ['/api/auctions', { authorization: `Bearer ${token}x` }],
    ['/api/auctions', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['/api/auctions', { authorization: `Bearer rv_${'a'.repeat(40)}` }],
    ['/api/auctions', { authorization: `Bearer ${expired}` }],
  ] as const) {
    const answer = await node.call(null, 'GET', path, null, headers);
    assert.deepEqual([answer.status, answer.body], [401, refused], JSON.stringify(headers));
  }
});

test('FEED-2 a call that waited is refused if the token was revoked meanwhile', async () => {
  const revoked = await makeToken(node.context, company);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { rows } = await sql<{ user_id: number }>`
    select user_id from tokens order by id desc limit 1`.execute(db);
  const { user_id } = rows[0]!;
  // Fills the turns of the token, so that its call waits (LIMIT-3).
  const most = 4 * 1_000;
  const busy = Array.from({ length: most }, () =>
    node.context.turns.calls.take(user_id, () => promise),
  );
  const waiting = call('GET', '/api/auctions', undefined, {}, revoked);
  await new Promise((done) => setTimeout(done, 200));
  await sql`update tokens set revoked_at = now_ms() where user_id = ${user_id}`.execute(db);
  resolve();
  await Promise.all(busy);
  assert.equal((await waiting).status, 401);
});

test('FEED-2 a picture that is being sent when the token is revoked is refused', async () => {
  const revoked = await makeToken(node.context, company);
  const id = await makeAuction(db, { company, creator: admin });
  const image = { name: 'bil.jpg', content: await makePicture({ width: 320, height: 240 }) };
  const { body, headers } = await encodeForm({ image });
  const half = Math.floor(body.length / 2);
  async function* parts() {
    yield body.subarray(0, half);
    await sql`update tokens set revoked_at = now_ms() where hash = ${hashToken(revoked)}`.execute(
      db,
    );
    yield body.subarray(half);
  }
  const answer = await node.app.inject({
    method: 'POST',
    url: `/api/auctions/${id}/images`,
    headers: { ...headers, authorization: `Bearer ${revoked}` },
    payload: Readable.from(parts()),
  });
  assert.equal(answer.statusCode, 401);
  const { rows } = await sql`select from auction_images where auction_id = ${id}`.execute(db);
  assert.equal(rows.length, 0);
});

test('FEED-2 a call that waited for a lock when its token was revoked writes nothing', async () => {
  const id = await makeAuction(db, { company, creator: admin });
  const external = 'SKADA-1';
  // Booleans of JSON, where a form has 0.
  const no = { is_global: false, hidden_bids: false, hidden_reservation_price: false };
  const named = { ...form, ...no, start_dt: undefined };
  const put = (body: object, as: string) =>
    call('PUT', `/api/feed/auctions/${external}`, body, {}, as);
  const image = { name: 'bil.jpg', content: await makePicture({ width: 320, height: 240 }) };
  const sendForm = async (method: Method, path: string, fields: Fields, as: string) => {
    const { body, headers } = await encodeForm(fields);
    return call(method, path, body, headers, as);
  };
  const at = `/api/auctions/${id}`;
  const standing = sql`select from auction_standings for update`;
  const numbers = sql`select from companies where id = ${company} for update`;
  const calls = {
    'PUT of an auction': [standing, (as) => sendForm('PUT', at, { ...form, model: 'V60' }, as)],
    'POST of a picture': [standing, (as) => sendForm('POST', `${at}/images`, { image }, as)],
    'POST of a document': [standing, (as) => sendForm('POST', `${at}/files`, { file: image }, as)],
    'POST of an auction': [numbers, (as) => create(undefined, as)],
    'PUT by an external id': [numbers, (as) => put(named, as)],
  } satisfies Record<string, [typeof standing, (as: string) => Promise<{ status: number }>]>;
  const stored = async () => {
    const { rows } = await sql`
      select (select json_agg(a order by id) from auctions a) as auctions,
        (select json_agg(i) from auction_images i) as images, (select json_agg(f) from auction_files f) as files,
        (select count(*) from audit_log where auction_id is not null) as entries`.execute(db);
    return rows;
  };
  for (const [name, [lock, send]] of Object.entries(calls)) {
    const revoked = await makeToken(node.context, company);
    const before = await stored();
    const answer = await db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await lock.execute(tx);
      const answering = send(revoked);
      const isWaiting = untilWaiting(db);
      const early = answering.then((answered) => assert.fail(`${name}: ${answered.status}`));
      await Promise.race([isWaiting, early]);
      await sql`update tokens set revoked_at = now_ms() where hash = ${hashToken(revoked)}`.execute(
        db,
      );
      return { answering };
    });
    assert.equal((await answer.answering).status, 401, name);
    assert.deepEqual(await stored(), before, name);
  }
});

test('FEED-2 a read token may not write, and no token may call other endpoints than the listed ones', async () => {
  const reader = await makeToken(node.context, company, ['auctions:read']);
  const id = await makeAuction(db, { company, creator: admin });
  const status = async (method: Method, path: string, as: string) =>
    (await call(method, path, undefined, {}, as)).status;
  assert.equal(await status('GET', `/api/auctions/${id}`, reader), 200);
  assert.equal(await status('GET', `/api/auctions/${id}/history`, reader), 200);
  assert.equal(await status('PUT', `/api/auctions/${id}`, reader), 403);
  for (const [method, path] of [
    ['DELETE', `/api/auctions/${id}`],
    ['POST', `/api/auctions/${id}/cancel`],
    ['GET', '/api/auctions/counts'],
    ['GET', '/api/tokens'],
    ['GET', '/api/users/me'],
    ['GET', '/api/company'],
    ['POST', '/api/uploads'],
  ] as const) {
    assert.equal(await status(method, path, token), 403, path);
  }
});

test('FEED-2, LIVE-4 a socket with a token closes with 4401', async () => {
  const address = await listen(node);
  const live = openSocket(address, '/ws/auctions/', token);
  const closed = await Promise.race([
    once(live.socket, 'ready').then(() => 'ready'),
    live.closed.then((code) => code),
  ]);
  assert.equal(closed, 4401);
});

test('FEED-2, FORM-12 an Idempotency-Key is separate per token', async () => {
  const other = await makeToken(node.context, company);
  const [one, again, another] = [await create('k1'), await create('k1'), await create('k1', other)];
  assert.deepEqual([one.status, again.status, another.status], [201, 201, 201]);
  assert.equal(again.body.id, one.body.id);
  assert.notEqual(another.body.id, one.body.id);
});

test('FEED-2, SEC-1 an export is in the security log by the name of the token', async () => {
  assert.equal((await call('GET', '/api/auctions/export')).status, 200);
  const { body } = await node.call(admin, 'GET', '/api/security-events?kind=export_taken');
  assert.equal(body.results[0].actor.first_name, 'Skadesystemet (integration)');
});

test('FEED-1 `last_used_at` is the full hour of the last use', async () => {
  const { body } = await node.call(admin, 'GET', '/api/tokens');
  const { last_used_at } = body.find(({ name }: { name: string }) => name === 'Skadesystemet');
  assert.match(last_used_at, /:00:00\.000Z$/);
  assert.ok(Date.now() - Date.parse(last_used_at) < 2 * 3_600_000);
});

test('FEED-2, LIMIT-1 calls of a token have their own limit, which users’ calls do not count towards', async () => {
  const real = await startTestNode({ limits: 'real' });
  try {
    const seller = await makeCompany(real.context.pool.db);
    const fast = await makeToken(real.context, seller);
    const { rows } = await sql<{ user_id: number }>`select user_id from tokens`.execute(
      real.context.pool.db,
    );
    const spent = Array.from({ length: LIMITS.token.burst }, () =>
      real.context.limits.take(LIMITS.token, String(rows[0]!.user_id)),
    );
    await Promise.all(spent);
    let answer = { status: 200, body: {} as { detail?: string } };
    for (let tries = 0; tries < 200 && answer.status === 200; tries++) {
      answer = await real.call(null, 'GET', '/api/categories', null, {
        authorization: `Bearer ${fast}`,
      });
    }
    assert.equal(answer.status, 429);
    assert.match(answer.body.detail!, /^Du har gjort för många anrop\./);
  } finally {
    await real.stop();
  }
});
