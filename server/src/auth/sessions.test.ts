import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { test } from 'node:test';
import { AUTH } from '@restvarde/contract/auth/lifetimes';
import type { Tokens } from '@restvarde/contract/auth/session';
import { sql } from 'kysely';
import { standStill } from '../../test/auth/logins.ts';
import { eventually } from '../../test/eventually.ts';
import { makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { openTestNode, type TestNode } from '../../test/test-node.ts';
import { deriveKey } from '../keys.ts';

type CalledNode = Pick<TestNode, 'app'>;

const { node } = await openTestNode();

const company = await makeCompany(node.context.pool.db);

const makeManager = () => makeStaff(node.context.pool.db, company);
const post = (path: string, body: object) => node.call(null, 'POST', `/api/auth/${path}`, body);
const refresh = (token: string) => post('token/refresh', { refresh: token });
const me = async (access: string, on: CalledNode = node) => {
  const reply = await on.app.inject({
    url: '/api/users/me',
    headers: { authorization: `Bearer ${access}` },
  });
  return { status: reply.statusCode, body: reply.json() };
};
const status = async (access: string, on?: CalledNode) => (await me(access, on)).status;
const sessionOf = (tokens: Tokens) => tokens.refresh.split('.')[0]!;
const change = (tokens: Tokens, set: ReturnType<typeof sql>) =>
  sql`update sessions set ${set} where id = ${sessionOf(tokens)}`.execute(node.context.pool.db);
const read = async (tokens: Tokens) =>
  node.context.pool.db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionOf(tokens))
    .executeTakeFirstOrThrow();

test('AUTH-8 an access token is valid for ten minutes and names only its session and generation', async () => {
  const { access, refresh: token } = await node.logIn(await makeManager());
  const claims = JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString());
  assert.deepEqual(Object.keys(claims).sort(), ['exp', 'gen', 'iat', 'sid']);
  assert.equal(claims.exp - claims.iat, AUTH.accessMinutes * 60);
  assert.equal(claims.sid, token.split('.')[0]);
});

test('AUTH-8 each use of the refresh token returns the next, and access continues', async () => {
  let tokens = await node.logIn(await makeManager());
  const seen = new Set([tokens.refresh]);
  for (let round = 0; round < 3; round++) {
    const answer = await refresh(tokens.refresh);
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['access', 'refresh']);
    tokens = answer.body;
    seen.add(tokens.refresh);
    assert.equal(await status(tokens.access), 200);
  }
  assert.equal(seen.size, 4);
});

test('AUTH-8 ten tabs that refresh at once get the same successor', async () => {
  const { refresh: token } = await node.logIn(await makeManager());
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    Array(10).fill(200),
  );
  assert.equal(new Set(answers.map((answer) => answer.body.refresh)).size, 1);
  for (const answer of answers) assert.equal(await status(answer.body.access), 200);
  assert.equal((await refresh(answers[0]!.body.refresh)).status, 200);
});

test('AUTH-8 a refresh token reused after the grace period ends its session', async () => {
  const first = await node.logIn(await makeManager());
  const { body: second } = await refresh(first.refresh);
  assert.equal(await status(second.access), 200);
  await change(first, sql`rotated_at = now() - interval '10.1 seconds'`);
  const again = await refresh(first.refresh);
  assert.equal(again.status, 401);
  assert.deepEqual(again.body, { detail: 'Du är inte inloggad.' });
  assert.equal(await status(second.access), 401);
  assert.equal(await status(first.access), 401);
  assert.equal((await refresh(second.refresh)).status, 401);
});

test('AUTH-8 after a lost reply the same successor is returned for ten minutes, until it is used', async () => {
  const first = await node.logIn(await makeManager());
  const { body: lost } = await refresh(first.refresh);
  await change(first, sql`rotated_at = now_ms() - interval '9 minutes'`);
  const again = await refresh(first.refresh);
  assert.deepEqual([again.status, again.body.refresh], [200, lost.refresh]);
  assert.equal(await status(again.body.access), 200);
  // The successor has been used, so the old token is stolen.
  assert.equal((await refresh(first.refresh)).status, 401);
  assert.equal(await status(again.body.access), 401);
});

test('AUTH-8 a retry after more than ten minutes ends the session', async () => {
  const first = await node.logIn(await makeManager());
  const { body: lost } = await refresh(first.refresh);
  await change(first, sql`rotated_at = now() - interval '10 minutes 1 second'`);
  assert.equal((await refresh(first.refresh)).status, 401);
  assert.equal((await refresh(lost.refresh)).status, 401);
});

test('AUTH-8 two clients cannot both keep using a stolen token', async () => {
  const first = await node.logIn(await makeManager());
  const { body: thief } = await refresh(first.refresh);
  assert.equal(await status(thief.access), 200);
  await change(first, sql`rotated_at = now() - interval '1 minute'`);
  assert.equal((await refresh(first.refresh)).status, 401);
  assert.equal((await refresh(thief.refresh)).status, 401);
});

test('AUTH-8 the grace period is for the last token: an older one ends the session at once', async () => {
  const first = await node.logIn(await makeManager());
  const { body: second } = await refresh(first.refresh);
  const { body: third } = await refresh(second.refresh);
  assert.equal((await refresh(first.refresh)).status, 401);
  assert.equal((await refresh(third.refresh)).status, 401);
  assert.equal(await status(third.access), 401);
});

test('AUTH-8 another session of the user is not affected', async () => {
  const user = await makeManager();
  const [stolen, other] = [await node.logIn(user), await node.logIn(user)];
  await refresh(stolen.refresh);
  await change(
    stolen,
    sql`rotated_at = now() - interval '11 seconds', used_generation = generation`,
  );
  await refresh(stolen.refresh);
  assert.equal(await status(other.access), 200);
  assert.equal((await refresh(other.refresh)).status, 200);
});

test('AUTH-8 an invented refresh token is refused, and has no effect', async () => {
  const tokens = await node.logIn(await makeManager());
  const [id, , signature] = tokens.refresh.split('.') as [string, string, string];
  const invented = [
    '',
    'abc',
    '..',
    `${id}`,
    `${id}.1`,
    `${id}.1.`,
    `${id}.2.${signature}`,
    `${id}.01.${signature}`,
    `${id}.1.${signature.slice(0, -1)}`,
    `${tokens.refresh}.x`,
    `${id}.1.${'A'.repeat(signature.length)}`,
    `${id}.-1.${signature}`,
    `${id}.999999999.${signature}`,
    `00000000-0000-0000-0000-000000000000.1.${signature}`,
    `${'-'.repeat(36)}.1.${signature}`,
    `${'a'.repeat(36)}.1.${signature}`,
    tokens.access,
  ];
  for (const token of invented) {
    assert.equal((await refresh(token)).status, 401, token);
    assert.equal((await post('logout', { refresh: token })).status, 204, token);
  }
  assert.equal((await refresh(tokens.refresh)).status, 200);
});

test('AUTH-8 staff are logged out after 12 idle hours, workshops after 30 days, and both at the absolute limit', async () => {
  const station = await makeStation(node.context.pool.db, company);
  const hours = async (tokens: Tokens) => {
    const row = await read(tokens);
    const since = row.rotated_at.getTime();
    return {
      idle: Math.round((row.idle_expires_at.getTime() - since) / 36e5),
      whole: Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 36e5),
    };
  };
  for (const [user, idle] of [
    [await makeManager(), 12],
    [station.user_id, 30 * 24],
  ] as const) {
    const tokens = await node.logIn(user);
    assert.deepEqual(await hours(tokens), { idle, whole: 30 * 24 });
    // A day before the end, a rotation extends the idle limit but not the absolute one.
    await change(
      tokens,
      sql`created_at = created_at - interval '29 days', expires_at = expires_at - interval '29 days',
        idle_expires_at = now() + interval '1 minute'`,
    );
    assert.equal((await refresh(tokens.refresh)).status, 200);
    assert.deepEqual(await hours(tokens), { idle, whole: 30 * 24 });
  }
});

for (const limit of ['idle_expires_at', 'expires_at']) {
  test(`AUTH-8 after ${limit} neither token is valid`, async () => {
    const tokens = await node.logIn(await makeManager());
    await change(tokens, sql`${sql.ref(limit)} = now() - interval '1 millisecond'`);
    assert.equal(await status(tokens.access), 401);
    assert.equal((await refresh(tokens.refresh)).status, 401);
  });
}

test('AUTH-8, AUTH-10 logging out ends the access token at once, on every node', async (t) => {
  standStill(t);
  const other = await node.startAnother();
  const tokens = await node.logIn(await makeManager());
  assert.equal(await status(tokens.access), 200);
  assert.equal(await status(tokens.access, other), 200);
  const answer = await post('logout', { refresh: tokens.refresh });
  assert.equal(answer.status, 204);
  assert.equal(answer.body, '');
  assert.equal(await status(tokens.access), 401);
  await eventually(async () => assert.equal(await status(tokens.access, other), 401));
  assert.equal((await refresh(tokens.refresh)).status, 401);
  assert.equal((await post('logout', { refresh: tokens.refresh })).status, 204);
});

test('AUTH-8, AUTH-10 an older token of the session logs out too', async () => {
  const tokens = await node.logIn(await makeManager());
  const { body: next } = await refresh(tokens.refresh);
  await post('logout', { refresh: tokens.refresh });
  assert.equal(await status(next.access), 401);
});

test('AUTH-8 deactivation ends the session on every node within a second', async (t) => {
  standStill(t);
  const other = await node.startAnother();
  const user = await makeManager();
  const tokens = await node.logIn(user);
  assert.equal(await status(tokens.access), 200);
  assert.equal(await status(tokens.access, other), 200);
  await sql`update users set deactivated_at = now() where id = ${user}`.execute(
    node.context.pool.db,
  );
  for (const where of [node, other]) {
    await eventually(async () => assert.equal(await status(tokens.access, where), 401));
  }
  assert.equal((await refresh(tokens.refresh)).status, 401);
});

test('AUTH-8 a changed role and a removed station apply without a new login', async (t) => {
  standStill(t);
  const user = await makeManager();
  const admin = await node.logIn(user);
  const companies = async () => {
    const reply = await node.app.inject({
      url: '/api/companies',
      headers: { authorization: `Bearer ${admin.access}` },
    });
    return reply.statusCode;
  };
  assert.equal(await companies(), 403);
  await sql`update users set role = 30 where id = ${user}`.execute(node.context.pool.db);
  await eventually(async () => assert.equal(await companies(), 200));
  assert.equal((await me(admin.access)).body.role, 30);

  const station = await makeStation(node.context.pool.db, company);
  const workshop = await node.logIn(station.user_id);
  assert.equal(await status(workshop.access), 200);
  await sql`update service_stations set removed_at = now() where id = ${station.id}`.execute(
    node.context.pool.db,
  );
  await eventually(async () => assert.equal(await status(workshop.access), 401));
});

test('AUTH-9 a call without a token, or with a truncated one, is a 401', async () => {
  const { access } = await node.logIn(await makeManager());
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    access,
    `bearer ${access}`,
    `Basic ${access}`,
    `Bearer ${access} `.padEnd(access.length + 20, 'x'),
    `Bearer  ${access}`,
    `Bearer ${access.slice(0, -2)}`,
    `Bearer ${'a'.repeat(8_000)}`,
  ]) {
    const reply = await node.app.inject({
      url: '/api/users/me',
      headers: authorization === undefined ? {} : { authorization },
    });
    assert.equal(reply.statusCode, 401, String(authorization));
    assert.deepEqual(reply.json(), { detail: 'Du är inte inloggad.' });
  }
});

test('AUTH-8 a forged access token is refused', async () => {
  const tokens = await node.logIn(await makeManager());
  const sid = sessionOf(tokens);
  const now = Math.floor(Date.now() / 1000);
  const right = deriveKey('a secret for tests that is long enough', 'access');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const make = (headPart: object, payload: object, key: Buffer, hash = 'sha256') => {
    const signed = `${part(headPart)}.${part(payload)}`;
    return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
  };
  const header = { alg: 'HS256', typ: 'JWT' };
  const claims = { sid, iat: now, exp: now + 600 };
  // The valid token that each forgery differs from in one point.
  assert.equal(await status(make(header, claims, right)), 200);

  const none = part({ alg: 'none', typ: 'JWT' });
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }) as string);
  const [head, body, signature] = tokens.access.split('.') as [string, string, string];
  const forgeries = {
    'alg none': `${none}.${part(claims)}.`,
    'alg none with a signature': `${none}.${part(claims)}.${signature}`,
    'alg NoNe': `${part({ alg: 'NoNe' })}.${part(claims)}.`,
    'no alg': make({ typ: 'JWT' }, claims, right),
    'HS512 by our key': make({ alg: 'HS512', typ: 'JWT' }, claims, right, 'sha512'),
    'RS256 by a key of their own': `${rsa}.${signWith('sha256', Buffer.from(rsa), privateKey).toString('base64url')}`,
    'HS256 by a public key': make(header, claims, pem),
    'an empty key': make(header, claims, Buffer.alloc(0)),
    "another server's key": make(header, claims, deriveKey('another secret', 'access')),
    'our key of another purpose': make(
      header,
      claims,
      deriveKey('a secret for tests that is long enough', 'media'),
    ),
    'a key of its own in the header': make(
      { ...header, jwk: { kty: 'oct', k: 'AAAA' }, kid: '../../dev/null' },
      claims,
      Buffer.alloc(3),
    ),
    expired: make(header, { ...claims, iat: now - 700, exp: now - 1 }, right),
    'not yet valid': make(header, { ...claims, nbf: now + 300 }, right),
    'another session, same signature': `${head}.${part({ ...claims, sid: crypto.randomUUID() })}.${signature}`,
    'a session that never was': make(header, { ...claims, sid: crypto.randomUUID() }, right),
    'cut signature': `${head}.${body}.${signature.slice(0, -4)}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'the refresh token': tokens.refresh,
  };
  for (const [kind, forged] of Object.entries(forgeries)) {
    assert.equal(await status(forged), 401, kind);
  }
  assert.equal(await status(tokens.access), 200);
});

test('AUTH-1 no reply sets a cookie, and API replies are not cached', async () => {
  const user = await makeManager();
  const tokens = await node.logIn(user);
  const answers = [
    await post('two-factor', { email: 'nobody@bolag.example', password: 'x' }),
    await post('two-factor', {}),
    await post('token/two-factor', { uuid: 'x', two_factor_code: '123456' }),
    await refresh(tokens.refresh),
    await post('logout', { refresh: tokens.refresh }),
    await node.call(user, 'GET', '/api/users/me'),
    await node.call(user, 'GET', '/api/auctions'),
    await node.call(user, 'GET', '/api/auctions/1'),
    await node.call(user, 'POST', '/api/auctions/1/alert'),
    await node.call(null, 'GET', '/api/users/me'),
    await node.call(null, 'GET', '/api/nowhere'),
  ];
  for (const { headers } of [...answers, await node.call(null, 'GET', '/healthz')]) {
    assert.equal(headers['set-cookie'], undefined);
  }
  for (const { headers } of answers) assert.equal(headers['cache-control'], 'no-store');
});
