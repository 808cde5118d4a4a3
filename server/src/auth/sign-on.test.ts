import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openSignOnProvider, type People } from '../../../demo/src/sign-on/sign-on-provider.ts';
import { visitProvider } from '../../test/auth/sign-on-browser.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { startTestNode } from '../../test/test-node.ts';
import type { OidcSettings } from '../config.ts';
import { SIGN_ON } from './sign-on.ts';
import { REFUSED } from './sign-on-account.ts';

/** Users with unverified addresses, and two who share an address. */
const LIARS: People = {
  'unconfirmed-1': { email: 'boss@nordsakring.example' },
  'as text': { email: 'boss@nordsakring.example', email_verified: 'false' },
  'first-1': { upn: 'delad@nordsakring.example' },
  'second-1': { upn: 'delad@nordsakring.example' },
  'other company': { upn: 'boss@vastkust.example' },
};

/** The product's settings of its provider; tests change them. */
let settings: () => Promise<OidcSettings>;
let people = 0;

const provider = openSignOnProvider({
  port: 0,
  publicUrl: 'http://localhost:3000',
  email: '',
  people: LIARS,
});
settings = () => provider.settings();
const node = await startTestNode({ oidc: { domains: [], settings: () => settings() } });
const company = await makeCompany(node.context.pool.db);
after(async () => {
  await node?.stop();
  await provider?.stop();
});

async function makePerson(values: { email?: string; company?: number } = {}) {
  const { email = `anna${++people}@nordsakring.example` } = values;
  const id = await makeStaff(node.context.pool.db, values.company ?? company, 20, { email });
  await sql`update users set is_ad_user = true where id = ${id}`.execute(node.context.pool.db);
  return { id, email };
}

const begin = async () => new URL((await node.call(null, 'GET', '/api/auth/adfs')).body.url);
const finish = (authorization_code: string | null, state: string | null | undefined) =>
  node.call(null, 'POST', '/api/auth/token/adfs', { authorization_code, state });

async function signOn(user: string) {
  const back = await visitProvider(await begin(), { user });
  return { code: back.get('code'), state: back.get('state') };
}

test('AUTH-5, AUTH-7 the URL requests a code with PKCE, state and nonce, and redirects back', async () => {
  const url = await begin();
  const params = Object.fromEntries(url.searchParams);
  assert.equal(url.origin, (await provider.settings()).issuer);
  assert.equal(params.response_type, 'code');
  assert.equal(params.redirect_uri, 'http://localhost:3000/adfs-callback');
  assert.equal(params.code_challenge_method, 'S256');
  assert.equal(params.client_id, 'restvarde');
  assert.match(params.scope!, /\bopenid\b/);
  for (const secret of [params.state, params.nonce, params.code_challenge]) {
    assert.ok(secret && secret.length >= 43);
  }
  assert.notEqual((await begin()).searchParams.get('state'), params.state);
});

test('AUTH-6, AUTH-7 an existing account is logged in, with the address in any case', async () => {
  const person = await makePerson();
  const { code, state } = await signOn(person.email.toUpperCase());
  const tokens = await finish(code, state);
  assert.equal(tokens.status, 200);
  assert.deepEqual(Object.keys(tokens.body).sort(), ['access', 'device', 'refresh']);
  const me = await node.call(null, 'GET', '/api/users/me', null, {
    authorization: `Bearer ${tokens.body.access}`,
  });
  assert.equal(me.body.id, person.id);
});

test('AUTH-7 single sign-on creates no account: unknown and closed accounts get the same reply', async () => {
  const gone = await makePerson();
  await sql`update users set deactivated_at = now() where id = ${gone.id}`.execute(
    node.context.pool.db,
  );
  for (const user of ['okand@nordsakring.example', gone.email]) {
    const { code, state } = await signOn(user);
    const answer = await finish(code, state);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { detail: REFUSED.unknown });
  }
});

test('AUTH-7 an unverified e-mail, a recycled address and another company’s user get no access', async () => {
  const { db } = node.context.pool;
  await makePerson({ email: 'boss@nordsakring.example' });
  await makePerson({ email: 'delad@nordsakring.example' });
  await makePerson({ email: 'boss@vastkust.example', company: await makeCompany(db) });
  const attempt = async (user: string) => {
    const { code, state } = await signOn(user);
    const { status, body } = await finish(code, state);
    return status === 200 ? 'in' : body.detail;
  };
  assert.equal(await attempt('unconfirmed-1'), REFUSED.unconfirmed);
  assert.equal(await attempt('as text'), REFUSED.unconfirmed);
  assert.equal(await attempt('first-1'), 'in');
  assert.equal(await attempt('second-1'), REFUSED.other_person);
  assert.equal(await attempt('first-1'), 'in');
  // The issuer belongs to the company of the first person it signed on.
  assert.equal(await attempt('other company'), REFUSED.unknown);
});

test('AUTH-7 a wrong or missing state, and one of another sign-on, is refused', async () => {
  const person = await makePerson();
  const { code, state } = await signOn(person.email);
  for (const wrong of [`${state}x`, '', 'x'.repeat(43), undefined]) {
    const answer = await finish(code, wrong);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { detail: SIGN_ON.stale });
  }
  // A valid state of another sign-on: its verifier does not match the code.
  const other = (await begin()).searchParams.get('state');
  const answer = await finish(code, other);
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body, { detail: SIGN_ON.declined });
});

test('AUTH-7 code and state work once, also in concurrent calls', async () => {
  const person = await makePerson();
  const { code, state } = await signOn(person.email);
  const answers = await Promise.all([1, 2, 3, 4].map(() => finish(code, state)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  assert.deepEqual((await finish(code, state)).body, { detail: SIGN_ON.stale });

  const replayed = await finish(code, (await begin()).searchParams.get('state'));
  assert.deepEqual(replayed.body, { detail: SIGN_ON.declined });
});

test('AUTH-7 a sign-on of more than ten minutes is refused and deleted', async () => {
  const person = await makePerson();
  const { code, state } = await signOn(person.email);
  await sql`
    update sign_on_attempts set expires_at = expires_at - interval '10 minutes'`.execute(
    node.owner,
  );
  assert.deepEqual((await finish(code, state)).body, { detail: SIGN_ON.stale });
  await begin();
  const { rows } = await sql`select from sign_on_attempts`.execute(node.context.pool.db);
  assert.equal(rows.length, 1);
});

test('AUTH-7 an unknown code is reported as the provider’s error', async () => {
  const state = (await begin()).searchParams.get('state');
  const answer = await finish('made-up', state);
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body, { detail: SIGN_ON.declined });
});

test('AUTH-6 a user who cancels returns without a code', async () => {
  const back = await visitProvider(await begin(), 'cancel');
  assert.equal(back.get('code'), null);
  assert.equal(back.get('error'), 'access_denied');
});

test('FMT-5 a missing code is an error at its field', async () => {
  const answer = await finish(null, 'x');
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body, { authorization_code: ['Fyll i detta fält'] });
});

test('AUTH-7 one node starts a sign-on and another completes it', async () => {
  const person = await makePerson();
  const { code, state } = await signOn(person.email);
  const { app } = await node.startAnother();
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/token/adfs',
    payload: { authorization_code: code, state },
  });
  assert.equal(reply.statusCode, 200);
});

test('AUTH-7 the database has no state, nonce or verifier in plain text', async () => {
  const { searchParams } = await begin();
  const { rows } = await sql<{ text: string }>`
    select a::text as text from sign_on_attempts a`.execute(node.context.pool.db);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const { text } of rows) {
    for (const name of ['state', 'nonce']) {
      const secret = searchParams.get(name)!;
      assert.ok(!text.includes(secret) && !text.includes(hex(secret)));
    }
  }
});

describe('with a provider that fails', () => {
  /** A new node, which has not cached the provider's metadata. */
  async function against(t: { after(end: () => void): void }, oidc: () => Promise<OidcSettings>) {
    const other = await startTestNode({ oidc: { domains: [], settings: oidc } });
    t.after(() => other.stop());
    return other;
  }

  const discoveryOf = (issuer: string) =>
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    });

  const listen = async (server: Server, port = 0) => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test('AUTH-5 an unavailable provider is a 503, and is tried again next time', async (t) => {
    const probe = createServer();
    const issuer = await listen(probe);
    const port = Number(new URL(issuer).port);
    await new Promise((resolve) => probe.close(resolve));
    const client = { issuer, client_id: 'restvarde', client_secret: 'x' };
    const other = await against(t, async () => client);
    const down = await other.call(null, 'GET', '/api/auth/adfs');
    assert.equal(down.status, 503);
    assert.equal(down.body.detail, SIGN_ON.unavailable);

    const discovery = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(discoveryOf(issuer));
    });
    await listen(discovery, port);
    t.after(() => {
      discovery.closeAllConnections();
      discovery.close();
    });
    const up = await other.call(null, 'GET', '/api/auth/adfs');
    assert.equal(up.status, 200);
    assert.ok(up.body.url.startsWith(`${issuer}/authorize?`));
  });

  test('AUTH-7 failures to redeem a code are distinguished: unavailable, refused, invalid', async (t) => {
    type Claims = Record<string, unknown>;
    let token: 'hang up' | { status: number; body: object | string } = 'hang up';
    let claims: ((right: Claims) => Claims) | null = null;
    let nonce = '';
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
    let signer = key.privateKey;
    const idToken = (payload: Claims) => {
      const parts = [{ alg: 'RS256', kid: 'k' }, payload];
      const text = parts
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${text}.${sign('sha256', Buffer.from(text), signer).toString('base64url')}`;
    };
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      const now = Math.floor(Date.now() / 1000);
      const right = { iss: issuer, aud: 'restvarde', sub: 'x', iat: now, exp: now + 60, nonce };
      const upn = 'nobody@nordsakring.example';
      if (request.url === '/.well-known/openid-configuration') {
        response.end(discoveryOf(issuer));
      } else if (request.url === '/keys') {
        const jwk = { ...key.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256' };
        response.end(JSON.stringify({ keys: [jwk] }));
      } else if (claims) {
        const id_token = idToken(claims({ ...right, upn }));
        response.end(JSON.stringify({ access_token: 'x', token_type: 'bearer', id_token }));
      } else if (token === 'hang up') request.socket.destroy();
      else response.writeHead(token.status).end(JSON.stringify(token.body));
    });
    const issuer = await listen(server);
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const client = { issuer, client_id: 'restvarde', client_secret: 'x' };
    const other = await against(t, async () => client);
    const attempt = async () => {
      const { body } = await other.call(null, 'GET', '/api/auth/adfs');
      const params = new URL(body.url).searchParams;
      nonce = params.get('nonce')!;
      const answer = await other.call(null, 'POST', '/api/auth/token/adfs', {
        authorization_code: 'code',
        state: params.get('state'),
      });
      return [answer.status, answer.body.detail];
    };
    assert.deepEqual(await attempt(), [503, SIGN_ON.unavailable]);
    token = { status: 500, body: {} };
    assert.deepEqual(await attempt(), [503, SIGN_ON.unavailable]);
    token = { status: 401, body: { error: 'invalid_client' } };
    assert.deepEqual(await attempt(), [503, SIGN_ON.unavailable]);
    token = { status: 400, body: { error: 'invalid_grant' } };
    assert.deepEqual(await attempt(), [400, SIGN_ON.declined]);
    token = { status: 200, body: { access_token: 'x', token_type: 'bearer' } };
    assert.deepEqual(await attempt(), [400, SIGN_ON.untrusted]);
    token = { status: 200, body: 'no object' };
    assert.deepEqual(await attempt(), [400, SIGN_ON.untrusted]);

    claims = (right) => right;
    assert.deepEqual(await attempt(), [400, REFUSED.unknown]);
    const past = Math.floor(Date.now() / 1000) - 100;
    // The clocks may differ by a minute.
    claims = (right) => ({ ...right, exp: past + 60 });
    assert.deepEqual(await attempt(), [400, REFUSED.unknown]);
    for (const wrong of [{ iss: 'x' }, { aud: 'x' }, { exp: past }, { nonce: 'x' }]) {
      claims = (right) => ({ ...right, ...wrong });
      assert.deepEqual(await attempt(), [400, SIGN_ON.untrusted], JSON.stringify(wrong));
    }
    claims = ({ nonce: _, ...right }) => right;
    assert.deepEqual(await attempt(), [400, SIGN_ON.untrusted]);
    claims = (right) => right;
    signer = stranger.privateKey;
    assert.deepEqual(await attempt(), [400, SIGN_ON.untrusted]);
  });

  test('AUTH-5 without a provider the call reports it', async (t) => {
    const other = await startTestNode();
    t.after(() => other.stop());
    const answer = await other.call(null, 'GET', '/api/auth/adfs');
    assert.equal(answer.status, 503);
    assert.equal(answer.body.detail, SIGN_ON.off);
  });
});
