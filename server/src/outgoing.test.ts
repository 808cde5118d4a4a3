import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
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

/** No name resolves both to this machine and to a public address, so local ones count as public here. */
const here = openOutgoing((address) => ['127.0.0.1', '::1'].includes(address), ['http:']);

test('AUTH-22, FEED-10 addresses of this machine, private networks and reserved ranges are not public', () => {
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
    '::7f00:1',
    '4000::1',
    '64:ff9b::a00:1',
    '64:ff9b::7f00:1',
    '2002:a00:1::',
    '2002:c0a8:101::1',
    '::ffff:a00:1',
    '192.0.0.8',
    '198.18.0.1',
    '198.19.255.255',
    '240.0.0.1',
    '100.127.255.255',
    'ff02::1',
    'restvarde.example',
  ])
    assert.equal(isPublicAddress(address), false, address);
  for (const address of [
    '93.184.216.34',
    '2606:2800:220:1:248:1893:25c8:1946',
    '64:ff9b::5db8:d822',
    '2002:5db8:d822::1',
    '::ffff:93.184.216.34',
  ])
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

test('FEED-10 a status that no answer may have is a failed call', async (t) => {
  const { port } = await serve(t, (request, response) => {
    const status = request.url!.slice(1);
    const upgrade = 'connection: upgrade\r\nupgrade: x';
    response.socket!.end(`HTTP/1.1 ${status} X\r\n${status === '101' ? upgrade : 'x: x'}\r\n\r\n`);
  });
  for (const status of ['000', '099', '101', '600', '999'])
    for (const ignoresBody of [true, false])
      await assert.rejects(
        here(`http://127.0.0.1:${port}/${status}`, { ignoresBody }),
        ({ cause }: Error) => (cause as Error).message === `The answer is ${Number(status)}.`,
        status,
      );
});

test('FEED-10 a name that is never resolved holds no thread of the process', async (t) => {
  const silent = createSocket('udp4');
  await new Promise<void>((bound) => silent.bind(0, '127.0.0.1', bound));
  t.after(() => silent.close());
  let questions = 0;
  silent.on('message', () => {
    questions += 1;
  });
  const resolver = new Resolver({ timeout: 5_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${silent.address().port}`]);
  const call = openOutgoing(() => true, ['https:'], resolver);
  const stopping = new AbortController();
  // More than the pool has threads.
  const hanging = Array.from({ length: 12 }, (_, index) =>
    call(`https://name-${index}.example/`, { signal: stopping.signal }),
  );
  await Promise.race([once(silent, 'message'), ...hanging]);
  await readFile(import.meta.filename);
  assert.ok(questions > 0);
  stopping.abort(new Error('stopped'));
  resolver.cancel();
  const outcomes = await Promise.allSettled(hanging);
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
});
