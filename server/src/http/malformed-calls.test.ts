import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { AUCTION_ORDERINGS } from '@restvarde/contract/auctions/auction-sorts';
import { enterCode, login } from '@restvarde/contract/auth/login';
import { refresh } from '@restvarde/contract/auth/session';
import { placeBid } from '@restvarde/contract/bids/bids';
import type { Endpoint } from '@restvarde/contract/endpoint';
import { SENTENCE } from '@restvarde/contract/errors';
import { selectWinner } from '@restvarde/contract/sale-calls/sales';
import { checkAnswer, ENDPOINTS } from '../../test/answer-shape.ts';
import {
  makeAuction,
  makeCompany,
  makePhotoLink,
  makeStaff,
  makeStation,
} from '../../test/factories.ts';
import { openTestNode, type TestNode } from '../../test/test-node.ts';

const WITH_JSON = ENDPOINTS.filter(({ body, multipart }) => body && !multipart);
const WITH_IDS = ENDPOINTS.filter(({ path }) => path.includes('/:id'));

/** The part of a zod schema that every endpoint has. */
interface Validator {
  safeParse(value: unknown): { success: boolean };
  _zod: { def: { shape?: object } };
}
const acceptsNothing = ({ body }: Endpoint) => (body as unknown as Validator).safeParse({}).success;
const fieldsOf = ({ body }: Endpoint) =>
  Object.keys((body as unknown as Validator)._zod.def.shape ?? {});

const { node, db } = await openTestNode();

const company = await makeCompany(db);
const manager = await makeStaff(db, company, 30);
const root = await makeStaff(db, null, 30);
const station = (await makeStation(db, company)).user_id;
const auction = await makeAuction(db, { company, creator: manager });
const link = await makePhotoLink(db, manager);

/** Someone who passes the endpoint’s permission check. */
const callerOf = ({ may }: Endpoint) => {
  if (may(null)) return null;
  if (may({ role: 10, is_superuser: false })) return station;
  return may({ role: 30, is_superuser: false }) ? manager : root;
};
const at = ({ path }: Endpoint, id: string | number = auction, last = '1') =>
  path.replace('/:id', `/${id}`).replace(/:\w+/, last);

/** 400, or 429 because of the limits. */
const isRefused = (status: number) => status === 400 || status === 429;

const known = new Map<number, ReturnType<TestNode['logIn']>>();
const tokensOf = (user: number) => {
  const tokens = known.get(user) ?? node.logIn(user);
  known.set(user, tokens);
  return tokens;
};

/** The header of someone who passes the endpoint’s permission check. */
async function bearerOf(endpoint: Endpoint): Promise<Record<string, string>> {
  if (endpoint.isByPhotoLink) return { authorization: `Bearer ${link.token}` };
  const user = callerOf(endpoint);
  return user === null ? {} : { authorization: `Bearer ${(await tokensOf(user)).access}` };
}

async function send(endpoint: Endpoint, payload: string | Buffer | undefined, type?: string) {
  const reply = await node.app.inject({
    method: endpoint.method,
    url: at(endpoint),
    headers: {
      ...(await bearerOf(endpoint)),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const answer = { status: reply.statusCode, body: reply.body ? reply.json() : null };
  checkAnswer(
    answer,
    `${endpoint.method} ${endpoint.path} ${String(payload).slice(0, 60)} ${type}`,
  );
  return answer;
}

test('API-2 a body that is not a JSON object of the schema is refused on every call with a body', async () => {
  assert.ok(WITH_JSON.length >= 7);
  const bodies = [
    '',
    '{',
    '}',
    '{"bid":',
    "{'bid': 1}",
    'null',
    '[]',
    '[1]',
    '"x"',
    '1',
    'true',
    '\u0000',
    '\ufeff{}',
    '['.repeat(60_000),
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  ];
  for (const endpoint of WITH_JSON) {
    for (const body of bodies) {
      const { status } = await send(endpoint, body, 'application/json');
      // Skip what accepts an empty body.
      if (acceptsNothing(endpoint)) continue;
      assert.ok(isRefused(status), `${endpoint.path} ${String(body).slice(0, 40)}: ${status}`);
    }
  }
});

test('API-3 keys of Object.prototype are ignored like other unknown ones', async () => {
  const user = root;
  const name = () => `Kategori ${Math.random()}`;
  for (const key of ['__proto__', '__proto__x', 'constructor', 'toString', 'unknown']) {
    for (const value of ['{"role": 30}', '{"prototype": {"role": 30}}', 'null', '[1]']) {
      const body = `{"${key}": ${value}, "name": "${name()}"}`;
      const { statusCode } = await node.app.inject({
        method: 'POST',
        url: '/api/categories',
        headers: {
          authorization: `Bearer ${(await node.logIn(user)).access}`,
          'content-type': 'application/json',
        },
        payload: body,
      });
      assert.equal(statusCode, 201, body);
    }
  }
  assert.equal(({} as { role?: number }).role, undefined);
});

test('API-2 a body of another type is a 415, a too large one a 413', async () => {
  for (const endpoint of WITH_JSON) {
    for (const type of ['application/xml', 'application/x-www-form-urlencoded', 'image/png', 'x']) {
      assert.equal((await send(endpoint, '{"a":1}', type)).status, 415, type);
    }
    for (const type of ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data']) {
      await send(endpoint, 'x', type);
    }
    const large = JSON.stringify({ a: 'x'.repeat(65 * 1024) });
    assert.equal((await send(endpoint, large, 'application/json')).status, 413);
  }
});

test('API-3 a wrong type is refused at its field, on every call with a body', async () => {
  for (const endpoint of WITH_JSON) {
    const names = fieldsOf(endpoint);
    assert.ok(names.length > 0, endpoint.path);
    for (const name of names) {
      for (const value of ['{"$gt":0}', '[[1000]]', '1.5', '1e400']) {
        // An object, whose unknown keys are ignored (DMG-8).
        if (name === 'condition' && value.startsWith('{')) continue;
        const body = `{${JSON.stringify(name)}:${value}}`;
        const answer = await send(endpoint, body, 'application/json');
        const about = `${endpoint.method} ${endpoint.path} ${body} ${JSON.stringify(answer.body)}`;
        assert.ok(isRefused(answer.status), about);
        if (answer.status === 400) assert.ok(name in answer.body, about);
      }
    }
  }
});

test('API-3, BID-9 an amount is a whole number, and nothing is coerced', async () => {
  for (const [name, values] of [
    ['bid', ['true', 'null', '[]', '[1000]', '["1000"]', '"1000"', '"x"', '{}', '0', '-0', '-1']],
    ['bid', ['1.5', '1e400', '1000000000', '9007199254740993']],
    ['has_accepted_terms', ['1', '0', '"true"', '"1"', 'null', '[]', '{}']],
  ] as const) {
    for (const value of values) {
      const rest = name === 'bid' ? '"has_accepted_terms":true' : '"bid":1000';
      const body = `{${rest},"${name}":${value}}`;
      const answer = await send(placeBid, body, 'application/json');
      assert.equal(answer.status, 400, body);
      assert.deepEqual(Object.keys(answer.body), [name], body);
    }
  }
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}`);
  assert.equal(body.bid_count, 0);
});

test('API-3 text that PostgreSQL cannot store is refused at its field', async () => {
  for (const value of ['a\u0000b', 'a\ud800b']) {
    const body = JSON.stringify({ reason: value });
    const answer = await send(selectWinner, body, 'application/json');
    assert.deepEqual(answer, { status: 400, body: { reason: ['Ogiltigt värde.'] } });
    await send(
      login,
      JSON.stringify({ email: `${value}@b.example`, password: value }),
      'application/json',
    );
    await send(
      enterCode,
      JSON.stringify({ uuid: value, two_factor_code: value }),
      'application/json',
    );
    await send(refresh, JSON.stringify({ refresh: value }), 'application/json');
  }
});

test('API-3 an invalid id is a 404 on every call with one', async () => {
  assert.ok(WITH_IDS.length >= 10);
  const nothing = { detail: SENTENCE.notFound };
  for (const endpoint of WITH_IDS) {
    const ask = async (url: string) =>
      node.call(null, endpoint.method, url, null, await bearerOf(endpoint));
    for (const id of [
      '0',
      '-1',
      '1.5',
      '1e3',
      'abc',
      '9999999999',
      '2147483648',
      '01',
      ' 1',
      '%00',
      '__proto__',
      'constructor',
      '1;2',
      "1'--",
      '%E0%A4%A',
      'x'.repeat(200),
      '1%2F..',
      '٣',
    ]) {
      const url = at(endpoint, id);
      const answer = await ask(encodeURI(url).replaceAll('%25', '%'));
      assert.equal(answer.status, 404, `${endpoint.method} ${url}`);
      assert.deepEqual(answer.body, nothing, `${endpoint.method} ${url}`);
    }
    for (const last of ['0', 'abc', '9999999999']) {
      const url = at(endpoint, auction, last);
      if (!url.endsWith(last)) continue;
      assert.equal((await ask(url)).status, 404, url);
    }
  }
});

const filters: Record<string, string[]> = {
  number: ['%00', 'x'.repeat(61), '%ED%A0%80', '%', '%E0%A4%A'],
  category: [
    '0',
    'abc',
    '',
    '-1',
    '9999999999',
    '1.5',
    '1&category=x',
    Array(101).fill('1').join('&category='),
  ],
  start_dt: ['x', '2026-02-30', '2026-13-01', '20260101', '2026-01-01T00:00', '', '0000-00-00'],
  end_dt: ['x', '2026-02-30', '-2026-01-01', '+12026-01-01', '9999-12-31'],
  is_active: ['2', 'true', '', '-1', '1&is_active=0'],
  has_started: ['x'],
  ordering: [
    'id',
    '-',
    '--end_dt',
    'end_dt,id',
    'END_DT',
    '',
    'end_dt;drop table bids',
    'bid_highest&ordering=model',
    '__proto__',
  ],
  company: ['0', 'abc', '-1', '9999999999', '1&company=2'],
};
for (const [name, values] of Object.entries(filters)) {
  test(`LIST-2, API-3 an invalid «${name}» is an error at its field`, async () => {
    for (const value of values) {
      const answer = await node.call(root, 'GET', `/api/auctions?${name}=${value}`);
      checkAnswer(answer, `${name}=${value}`);
      // A stray percent sign or invalid UTF-8 is searched for as it is.
      if (name === 'number' && /^%($|E)/.test(value)) continue;
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [name]], value);
    }
  });
}

test('LIST-5, API-3 distant dates, unknown parameters and strange keys are not errors', async () => {
  for (const query of [
    'start_dt=0001-01-01&end_dt=9999-12-30',
    'start_dt=9999-12-31',
    'end_dt=0001-01-01',
    'unknown=1&unknown=2',
    '__proto__=1&__proto__[role]=30&constructor=x',
    '&&&===&?',
    'a'.repeat(3_000),
    'number[]=1&number[a]=2',
  ]) {
    for (const user of [root, manager, station]) {
      const answer = await node.call(user, 'GET', `/api/auctions?${query}`);
      assert.equal(answer.status, 200, query);
    }
  }
});

test('LIST-4, API-2 an invented cursor or order is refused', async () => {
  const invented = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const cursors = [
    '',
    'x',
    '%00',
    'x'.repeat(601),
    '{}',
    ...[
      [],
      [0],
      'abc',
      { length: 3 },
      [0, null, null],
      [0, {}, 1],
      [0, 'x', 9_007_199_254_740_991],
      [0, 'x', -1],
      [0, 'x', 0],
      [0, 'x', 1.5],
      [0, 'x', '1'],
      [0, 1.5, 1],
      [0, 9_007_199_254_740_991, 1],
      [0, true, 1],
      [0, 'a\u0000b', 1],
      [0, '\ud800', 1],
      [99, null, 1],
      [-1, '2026-01-01T00:00:00.000Z', 1],
      [0, '2026-13-01T00:00:00.000Z', 1],
      [0, '2026-01-01', 1],
      [0, 'infinity', 1],
      [0, 'now', 1],
      ['0', '2026-01-01T00:00:00.000Z', 1],
      [0, '2026-01-01T00:00:00.000Z', 1, 1],
    ].map(invented),
  ];
  const sorts = ['', ...AUCTION_ORDERINGS];
  for (const sort of sorts) {
    for (const cursor of cursors) {
      const query = `${sort && `ordering=${sort}&`}cursor=${cursor}`;
      for (const user of [manager, station]) {
        const answer = await node.call(user, 'GET', `/api/auctions?${query}`);
        checkAnswer(answer, query);
        // A sort name of another list is harmless.
        const couldBe =
          /^-?(manufacturer|model|staging_area_name)$/.test(sort) && answer.status === 200;
        if (!couldBe) {
          assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['cursor']], query);
        }
      }
    }
  }
  for (const parts of [[], ['x'], [null], [0], [-1], [1.5], [9_007_199_254_740_991], [1, 2], {}]) {
    const url = `/api/auctions/${auction}/bids?cursor=${invented(parts)}`;
    const answer = await node.call(manager, 'GET', url);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['cursor']], url);
  }
});

test('API-2 an invalid Idempotency-Key is refused', async () => {
  for (const key of ['', 'x'.repeat(256), 'a b', 'å']) {
    const answer = await node.call(
      station,
      'POST',
      `/api/auctions/${auction}/bids`,
      { bid: 5_000 },
      { 'idempotency-key': key },
    );
    assert.equal(answer.status, 400, key);
    checkAnswer(answer, key);
  }
});

test('API-2 a 404 is in Swedish too, for any method', async () => {
  for (const [method, url] of [
    ['GET', '/api/nowhere'],
    ['GET', '/api/'],
    ['POST', '/api/users/me'],
    ['PATCH', `/api/auctions/${auction}`],
    ['DELETE', '/api/auctions'],
    ['GET', '/api/auctions/'],
    ['GET', '//api/auctions'],
    ['GET', '/API/AUCTIONS'],
    ['GET', '/media/x'],
    ['GET', '/ws/nowhere'],
  ] as const) {
    const answer = await node.call(manager, method, url);
    assert.deepEqual([answer.status, answer.body], [404, { detail: SENTENCE.notFound }], url);
  }
});

test('API-2 a malformed URL has the reply and the headers of a 404', async () => {
  const nowhere = await node.call(null, 'GET', '/api/nowhere');
  const { date: _date, 'content-length': length, ...expected } = nowhere.headers;
  assert.ok(expected['content-security-policy'] && expected['cache-control']);
  for (const url of ['/api/auctions/%', '/api/%c3', '/media/%ff/%', '/%e0%a4%a']) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await node.call(null, method, url);
      assert.deepEqual([answer.status, answer.body], [404, nowhere.body], url);
      for (const [name, value] of Object.entries({ ...expected, 'content-length': length }))
        assert.equal(answer.headers[name], value, `${name} of ${method} ${url}`);
    }
  }
});

test('API-2 bytes that are not HTTP get a reply in the same form, and the connection ends', async () => {
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = node.app.server.address() as AddressInfo;
  for (const [sent, status] of [
    ['GET /api/users/me HTTP/1.1\r\nhost: x\r\nno header\r\n\r\n', 400],
    ['no call at all\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.end(sent);
    const reply = await text(socket);
    assert.match(reply, new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const header of ['content-security-policy', 'x-content-type-options', 'cache-control'])
      assert.match(reply, new RegExp(`\r\n${header}: `), sent.slice(0, 20));
    checkAnswer({ status, body: JSON.parse(reply.split('\r\n\r\n')[1]!) }, sent.slice(0, 20));
  }
});

test('API-2 an internal error reveals nothing but a request id', async () => {
  const fresh = await makeCompany(db);
  const user = await makeStaff(db, fresh);
  await node.call(user, 'GET', '/api/users/me');
  await node.owner.schema.alterTable('staging_areas').renameTo('elsewhere').execute();
  const answer = await node.call(user, 'GET', '/api/staging-areas');
  await node.owner.schema.alterTable('elsewhere').renameTo('staging_areas').execute();
  assert.equal(answer.status, 500);
  assert.deepEqual(Object.keys(answer.body).sort(), ['detail', 'request_id']);
  assert.equal(answer.body.detail, SENTENCE.generic);
  assert.match(answer.body.request_id, /^.{4,40}$/);
  assert.equal((await node.call(user, 'GET', '/api/staging-areas')).status, 200);
});
