import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fetchPublic, isPrivateHost, isPublicAddress, openOutgoing } from './outgoing.ts';

/** A server on this machine; returns its port and a connection count. */
async function serve(t: TestContext, listener: RequestListener) {
  let connections = 0;
  const server = createServer(listener).on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const isRefused = (error: Error) => {
  assert.ok(error instanceof TypeError);
  assert.equal(error.message, 'fetch failed');
  assert.match((error.cause as Error).message, /is not (a public address|https:)/);
  return true;
};

/** No name resolves both to this machine and to a public address, so one local address counts as public here. */
const here = openOutgoing((address) => address === '127.0.0.1', ['http:']);

test('AUTH-22 addresses of this machine, private networks and reserved ranges are not public', () => {
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    'restvarde.example',
  ])
    assert.equal(isPublicAddress(address), false, address);
  for (const address of ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
    assert.equal(isPublicAddress(address), true, address);
  for (const host of ['localhost', 'idp.localhost', 'LOCALHOST.'.toLowerCase(), 'idp', '[::1]'])
    assert.equal(isPrivateHost(host), true, host);
  for (const host of ['idp.bolaget.se', '[2606:2800:220:1:248:1893:25c8:1946]'])
    assert.equal(isPrivateHost(host), false, host);
});

test('AUTH-22 a private address, a name that resolves to one, and a URL without TLS are refused', async (t) => {
  const { port, connections } = await serve(t, (_request, response) => response.end('x'));
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1'])
    await assert.rejects(fetchPublic(`https://${host}:${port}/`), isRefused, host);
  await assert.rejects(fetchPublic('http://93.184.216.34/'), isRefused);
  assert.equal(connections(), 0);
});

test('AUTH-22 a redirect is returned and not followed', async (t) => {
  const secret = await serve(t, (_request, response) => response.end('secret'));
  const { port } = await serve(t, (_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${secret.port}/` }).end(),
  );
  const answer = await here(`http://127.0.0.1:${port}/`);
  assert.equal(answer.status, 302);
  assert.equal(secret.connections(), 0);
});

test('AUTH-22 an allowed call returns status, headers and body, within limits of time and size', async (t) => {
  const { port } = await serve(t, (request, response) => {
    if (request.url === '/endless') {
      const filling = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.once('close', () => clearInterval(filling));
    } else if (request.url === '/echo') {
      response.setHeader('content-type', 'application/json');
      request.pipe(response.writeHead(201));
    }
  });
  const url = (path: string) => `http://localhost:${port}${path}`;
  const echo = await here(url('/echo'), { method: 'POST', body: new URLSearchParams({ a: 'å' }) });
  assert.deepEqual(
    [echo.status, echo.headers.get('content-type'), await echo.text()],
    [201, 'application/json', 'a=%C3%A5'],
  );
  await assert.rejects(here(url('/endless')), { message: 'fetch failed' });
  await assert.rejects(here(url('/silent'), { signal: AbortSignal.timeout(100) }), {
    name: 'TimeoutError',
  });
});
