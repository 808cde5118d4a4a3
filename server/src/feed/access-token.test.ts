import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeCompany, makeStaff, makeToken } from '../../test/factories.ts';
import { openTestNode, startTestNode } from '../../test/test-node.ts';
import { signAccessToken } from './access-token.ts';

const { node, db } = await openTestNode();

const company = await makeCompany(db);
const admin = await makeStaff(db, company, 30);
const token = await makeToken(node.context, company, ['auctions:write']);
const reader = await makeToken(node.context, company, ['auctions:read']);
const prefixOf = (one: string) => one.slice(0, 11);

const GRANT = { grant_type: 'client_credentials' };
const credentials = (one: string) => ({ client_id: prefixOf(one), client_secret: one });
const FORM = 'application/x-www-form-urlencoded';

async function ask(
  parameters: Record<string, string> | string,
  headers: Record<string, string> = {},
  on = node,
) {
  const reply = await on.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-type': FORM, ...headers },
    payload: new URLSearchParams(parameters).toString(),
  });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}
const grant = async (one = token, scope?: string): Promise<string> => {
  const { body } = await ask({ ...GRANT, ...credentials(one), ...(scope ? { scope } : {}) });
  return body.access_token;
};
const status = async (access: string, path = '/api/auctions', method: 'GET' | 'POST' = 'GET') =>
  (await node.call(null, method, path, null, { authorization: `Bearer ${access}` })).status;
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

test('FEED-11 a token is exchanged for an access token of ten minutes, by body or HTTP Basic', async () => {
  for (const [parameters, headers] of [
    [{ ...GRANT, ...credentials(token) }, {}],
    [GRANT, basic(prefixOf(token), token)],
    [{ ...GRANT, scope: '' }, basic(prefixOf(token).replace('_', '%5F'), token)],
  ] as const) {
    const answer = await ask(parameters, { 'content-type': `${FORM}; charset=UTF-8`, ...headers });
    const { access_token, ...rest } = answer.body;
    assert.equal(answer.status, 200);
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 600, scope: 'auctions:write' });
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(await status(access_token), 200);
    assert.equal(await status(access_token, '/api/auctions', 'POST'), 415);
    assert.equal(await status(access_token, '/api/openapi.json'), 200);
    assert.equal(await status(access_token, '/api/users/me'), 403);
  }
});

test('FEED-11 the scope is at most that of the token', async () => {
  const narrow = await grant(token, 'auctions:read');
  assert.deepEqual(
    [await status(narrow), await status(narrow, '/api/auctions', 'POST')],
    [200, 403],
  );
  const both = await ask({
    ...{ ...GRANT, ...credentials(token) },
    scope: 'auctions:write auctions:read',
  });
  assert.equal(both.body.scope, 'auctions:read auctions:write');
  for (const [one, scope] of [
    [reader, 'auctions:write'],
    [reader, 'auctions:read auctions:write'],
    [token, 'users'],
    [token, 'auctions:read  auctions:write'],
    [token, ' '],
  ] as const) {
    const answer = await ask({ ...GRANT, ...credentials(one), scope });
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_scope'], scope);
  }
});

test('FEED-11 an access token acts as its token, and ends with it at once, or after ten minutes', async () => {
  const other = await makeToken(node.context, company, ['auctions:read'], 'Portalen');
  const access = await grant(other);
  await status(access, '/api/auctions/export');
  const { body } = await node.call(admin, 'GET', '/api/security-events?kind=export_taken');
  assert.equal(body.results[0].actor.first_name, 'Portalen (integration)');
  const { rows } = await sql<{ id: number }>`select max(id) as id from tokens`.execute(db);
  const made = (seconds: number) =>
    signAccessToken(node.context.config.secret, {
      token_id: rows[0]!.id,
      scopes: ['auctions:read'],
      expires_s: Math.floor(Date.now() / 1_000) + seconds,
    });
  assert.deepEqual([await status(made(30)), await status(made(-1))], [200, 401]);
  const [payload, signature] = access.split('.');
  for (const forged of [`${payload}.`, `${payload}.x`, `${payload}x.${signature}`, 'rva_', 'rva_.'])
    assert.equal(await status(forged), 401, forged);
  await sql`update tokens set revoked_at = now_ms() where id = ${rows[0]!.id}`.execute(db);
  assert.deepEqual([await status(access), await status(made(30))], [401, 401]);
});

test('FEED-11 errors are those of RFC 6749, in ASCII', async () => {
  const own = credentials(token);
  const gone = await makeToken(node.context, company);
  await sql`update tokens set revoked_at = now_ms() where prefix = ${prefixOf(gone)}`.execute(db);
  const old = await makeToken(node.context, company);
  await sql`
    update tokens set expires_on = stockholm_today() - 1 where prefix = ${prefixOf(old)}`.execute(
    db,
  );
  const wrong = { ...own, client_secret: `${token.slice(0, -1)}-` };
  const said: string[] = [];
  for (const [expected, error, parameters, headers = {}] of [
    [400, 'invalid_request', own],
    [400, 'invalid_request', { ...GRANT, client_id: own.client_id }],
    [400, 'invalid_request', { ...GRANT, client_secret: token }],
    [400, 'invalid_request', GRANT],
    [400, 'invalid_request', { ...GRANT, ...own }, basic(prefixOf(token), token)],
    [400, 'invalid_request', { ...GRANT, ...own }, { 'content-type': 'application/json' }],
    [
      400,
      'invalid_request',
      `grant_type=client_credentials&${new URLSearchParams(own)}&scope=&scope=`,
    ],
    [400, 'unsupported_grant_type', { ...own, grant_type: 'password' }],
    [401, 'invalid_client', { ...GRANT, ...wrong }],
    [401, 'invalid_client', { ...GRANT, ...own, client_id: prefixOf(reader) }],
    [401, 'invalid_client', { ...GRANT, ...credentials(gone) }],
    [401, 'invalid_client', { ...GRANT, ...credentials(old) }],
    [401, 'invalid_client', { ...GRANT, ...credentials(`rva_${'a'.repeat(40)}`) }],
    [401, 'invalid_client', GRANT, basic(prefixOf(token), `${token}a`)],
  ] as [number, string, Record<string, string> | string, Record<string, string>?][]) {
    const { status: got, body, headers: sent } = await ask(parameters, headers);
    const about = `${JSON.stringify(parameters)} ${JSON.stringify(body)}`;
    assert.deepEqual([got, body.error], [expected, error], about);
    assert.deepEqual(Object.keys(body), ['error', 'error_description']);
    assert.match(body.error_description, /^[\x20-\x7e]+$/);
    assert.equal(sent['cache-control'], 'no-store');
    const scheme = got === 401 && headers.authorization ? 'Basic realm="restvarde"' : undefined;
    assert.equal(sent['www-authenticate'], scheme);
    if (got === 401) said.push(body.error_description);
  }
  assert.equal(new Set(said).size, 1, 'the same for unknown, wrong, revoked and expired');
});

test('FEED-11, LIMIT-1 wrong secrets count as failed logins of the address; right ones do not', async () => {
  const real = await startTestNode({ limits: 'real' });
  try {
    const one = await makeToken(real.context, await makeCompany(real.context.pool.db));
    const right = { ...GRANT, ...credentials(one) };
    const wrong = { ...right, client_secret: `${one}x` };
    for (let tries = 0; tries < 25; tries++) assert.equal((await ask(right, {}, real)).status, 200);
    for (let tries = 0; tries < 20; tries++) assert.equal((await ask(wrong, {}, real)).status, 401);
    const answer = await ask(right, {}, real);
    assert.equal(answer.status, 429);
    assert.match(answer.body.detail, /Försök igen om/);
    assert.ok(Number(answer.headers['retry-after']) > 0);
  } finally {
    await real.stop();
  }
});
