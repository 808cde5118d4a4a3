import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { logout } from '@restvarde/contract/auth/session';
import { sql } from 'kysely';
import { eventually, untilLimited } from '../../test/eventually.ts';
import { makeStaff } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import { REPORTS_PATH } from './security-headers.ts';

const { node } = await openTestNode({ limits: 'real', publishesApiDocs: false });
await node.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = node.app.server.address() as AddressInfo;

test('API-1 in production the API description is served only if configured', async () => {
  for (const url of ['/api/openapi.json', '/api/docs']) {
    assert.equal((await node.app.inject({ url })).statusCode, 404, url);
  }
});

/** The security headers of a reply. */
async function securityHeaders(url: string) {
  const { headers } = await node.app.inject({ url });
  const {
    date: _date,
    connection: _connection,
    'content-type': _type,
    'content-length': _length,
    ...rest
  } = headers;
  return rest;
}

const EVERYWHERE = {
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

test('OPS-6 an API reply cannot be shown as a page, framed, sniffed or stored', async () => {
  for (const url of ['/api/users/me', '/api/nowhere', '/api/auctions/%']) {
    const { 'www-authenticate': _, ...headers } = await securityHeaders(url);
    assert.deepEqual(
      headers,
      {
        ...EVERYWHERE,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      },
      url,
    );
  }
});

test('OPS-6 a file of the web app cannot be shown as a page, framed or sniffed', async () => {
  assert.deepEqual(await securityHeaders('/assets/nowhere.js'), {
    ...EVERYWHERE,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('OPS-6 every other reply has all headers of a page', async () => {
  const { 'content-security-policy': policy, ...rest } = await securityHeaders('/healthz');
  assert.deepEqual(rest, {
    ...EVERYWHERE,
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(self), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'reporting-endpoints': `policy="${REPORTS_PATH}"`,
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  });
  assert.match(String(policy), /^default-src 'none';script-src 'self';/);
});

test('API-2 a request body is not decompressed', async () => {
  const { statusCode, body } = await node.app.inject({
    method: 'POST',
    url: logout.path,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{"refresh":"none"}'),
  });
  assert.equal(statusCode, 400);
  assert.deepEqual(JSON.parse(body), { detail: 'Anropet kunde inte läsas.' });
});

test('OPS-6 the policy forbids markup from text, and says where breaches are reported', async () => {
  const { headers } = await node.app.inject({ url: '/healthz' });
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /require-trusted-types-for 'script';trusted-types pdf-worker restvarde-sw;/);
  assert.match(policy, /report-to policy;report-uri \/api\/policy-reports/);
  assert.equal(headers['reporting-endpoints'], `policy="${REPORTS_PATH}"`);
});

test('OPS-6 the PDF worker has no network, and other files of the app run nothing', async () => {
  const policyOf = async (file: string) =>
    (await node.app.inject({ url: `/assets/${file}` })).headers['content-security-policy'];
  assert.equal(
    await policyOf('pdf.worker.min-abc.mjs'),
    "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
  );
  assert.equal(await policyOf('index-abc.js'), "default-src 'none'; frame-ancestors 'none'");
});

test('OPS-6 reports are counted, limited, and logged once a minute without possible secrets', async (t) => {
  const lines: unknown[][] = [];
  t.mock.method(node.app.log, 'warn', (...line: unknown[]) => lines.push(line));
  t.mock.method(node.app.log, 'child', () => node.app.log);
  const report = (type: string, body: unknown) =>
    node.app.inject({
      method: 'POST',
      url: REPORTS_PATH,
      headers: { 'content-type': type },
      payload: JSON.stringify(body),
      remoteAddress: '198.18.0.9',
    });
  const documentURL = 'https://here.example/create-password/a-secret';
  const first = await report('application/reports+json', [
    { type: 'csp-violation', body: { effectiveDirective: 'script-src-elem', documentURL } },
  ]);
  assert.equal(first.statusCode, 204);
  const old = { 'csp-report': { 'effective-directive': 'img-src', 'document-uri': documentURL } };
  await untilLimited(
    () => report('application/csp-report', old),
    ({ statusCode }) => statusCode === 429,
  );
  assert.deepEqual(lines, [
    [{ count: 1, directive: 'script-src-elem' }, 'the page policy was breached'],
  ]);
});

test('OPS-6 a connection with an incomplete request is closed within seconds', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\nx-slow: ');
  const start = performance.now();
  socket.resume();
  await once(socket, 'close');
  const took = performance.now() - start;
  assert.ok(took < 20_000, `${took} ms`);
  assert.ok(node.app.server.maxConnections <= 20_000);
});

/** Collects what is logged as an error. */
function errorsLogged(t: TestContext) {
  t.mock.method(node.app.log, 'child', () => node.app.log);
  return t.mock.method(node.app.log, 'error', () => {}).mock;
}

const allHaveLeft = () =>
  eventually(async () => {
    const open = await new Promise((resolve) =>
      node.app.server.getConnections((_, count) => resolve(count)),
    );
    assert.equal(open, 0);
  });

test('API-2 a caller who hangs up while the request waits causes no error', async (t) => {
  const errors = errorsLogged(t);
  const person = await makeStaff(node.owner, null);
  const { access } = await node.logIn(person);
  const authorization = `Bearer ${access}`;
  await node.owner.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /api/users/me HTTP/1.1\r\nhost: here\r\nauthorization: ${authorization}\r\n\r\n`,
    );
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_locks where relation = 'sessions'::regclass and not granted`.execute(tx);
      assert.equal(rows.length, 1);
    });
    socket.destroy();
    await allHaveLeft();
  });
  // It reads the same session, so it is handled after the previous call.
  const { statusCode } = await node.app.inject({
    url: '/api/users/me',
    headers: { authorization },
  });
  assert.equal(statusCode, 200);
  assert.equal(errors.callCount(), 0);
});

test('API-2 a caller who hangs up before the address is read causes no error', async (t) => {
  const errors = errorsLogged(t);
  const bodies: Record<string, [type: string, body: string]> = {
    [logout.path]: ['application/json', '{"refresh":"none"}'],
    [REPORTS_PATH]: ['application/csp-report', '{"csp-report":{}}'],
  };
  const called = new Set<string | undefined>();
  node.app.server.on('request', ({ url }) => called.add(url));
  // Retry: the server may notice the closed connection before it reads the body.
  await eventually(async () => {
    for (const [path, [type, body]] of Object.entries(bodies)) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: here\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      socket.resetAndDestroy();
    }
    assert.deepEqual([...called].sort(), Object.keys(bodies).sort());
  });
  await allHaveLeft();
  assert.equal(errors.callCount(), 0);
});
