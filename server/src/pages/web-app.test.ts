import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { SitePage } from '@restvarde/contract/first-view';
import WebSocket from 'ws';
import { listen } from '../../test/live-socket.ts';
import { openTestNode } from '../../test/test-node.ts';

const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
await mkdir(join(folder, 'pages'));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), 'any page');
const { node } = await openTestNode({ webFolder: folder });
const { app } = node;
// Extra routes, as an embedding program adds them.
app.get('/added', () => 'any text');
after(() => rm(folder, { recursive: true }));

const get = async (url: string) => (await app.inject({ url })).body;

test('SHELL-1 every URL but API calls gets the page, also before a build has listed its pages', async () => {
  for (const url of ['/', '/auctions/7/change?x=1', '/nowhere']) {
    assert.equal(await get(url), 'any page');
  }
  const missing = await app.inject({ url: '/api/nowhere' });
  assert.equal(missing.statusCode, 404);
  assert.match(missing.body, /detail/);
});

test('OPS-4 a malformed URL has the reply and the headers of a 404', async () => {
  for (const url of ['/%', '/auctions/304%', '/create-password/abc%', '/auctions/%E0%A4%A?x=1']) {
    const reply = await app.inject({ url });
    assert.deepEqual([reply.statusCode, reply.body], [404, 'any page'], url);
    assert.match(String(reply.headers['content-type']), /^text\/html/);
    assert.match(String(reply.headers['content-security-policy']), /script-src 'self' 'sha256-/);
    assert.equal(reply.headers['cache-control'], 'no-cache');
    const head = await app.inject({ url, method: 'HEAD' });
    assert.deepEqual([head.statusCode, head.body], [404, ''], url);
  }
  for (const url of ['/api/auctions/%', '/media/%ff/%', '/assets/%', '/ws/%']) {
    const reply = await app.inject({ url });
    assert.equal(reply.statusCode, 404, url);
    assert.deepEqual(Object.keys(reply.json()), ['detail'], url);
  }
  const posted = await app.inject({ url: '/auctions/304%', method: 'POST', payload: {} });
  assert.deepEqual([posted.statusCode, Object.keys(posted.json())], [404, ['detail']]);
});

test('SHELL-1, OPS-4 a URL gets its built page, HEAD the headers only, and a first view only where it says so', async () => {
  const paths = ['/', '/cars', '/cars/$id', '/cars/new', '/cars/$id/change'];
  const listed = paths.map(
    (path, at): SitePage => ({
      path,
      file: `pages/${at}.html`,
      view: null,
      needs: [],
    }),
  );
  for (const { path, file } of listed) await writeFile(join(folder, file), `page ${path}`);
  await writeFile(join(folder, 'pages.json'), JSON.stringify(listed));
  for (const [url, page] of [
    ['/', 'page /'],
    ['/?page=2', 'page /'],
    ['/cars#top', 'page /cars'],
    ['/cars/7', 'page /cars/$id'],
    ['/cars/7.a', 'page /cars/$id'],
    ['/cars/new', 'page /cars/new'],
    ['/cars/7/change?x=1', 'page /cars/$id/change'],
    ['/cars/', 'any page'],
    ['/cars/7/', 'any page'],
    ['/cars/7/bids', 'any page'],
  ] as const) {
    assert.equal(await get(url), page, url);
  }
  for (const url of ['/', '/cars/7', '/cars/7/bids', '/robots.txt', '/api/nowhere']) {
    const [got, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => app.inject({ method, url })),
    );
    assert.equal(head!.body, '', url);
    assert.equal(head!.statusCode, got!.statusCode, url);
    for (const name of ['content-type', 'content-length', 'cache-control']) {
      assert.equal(head!.headers[name], got!.headers[name], `${name} of ${url}`);
    }
  }
  const status = async (url: string) => (await app.inject({ url })).statusCode;
  for (const url of ['/', '/cars/', '/cars/7/change?x=1'])
    assert.equal(await status(url), 200, url);
  for (const url of ['/metrics', '/cars/7/bids', '/robots.txt', '/wp-login.php'])
    assert.equal(await status(url), 404, url);
  assert.equal(await get('/metrics'), 'any page');
  assert.match(await get('/robots.txt'), /detail/);
  for (const address of ['/', '/cars', '/nowhere']) {
    const { statusCode } = await app.inject({ url: `/view?path=${address}` });
    assert.equal(statusCode, 404, address);
  }
  for (const query of [
    '',
    '?path=/cars&path=/',
    '?path[]=/cars',
    '?path=%00',
    '?path=/&width=x&width=1',
  ])
    assert.equal(await status(`/view${query}`), 404, query);
});

test('SHELL-1 a page is compressed for clients that accept it', async () => {
  const html = 'any page '.repeat(1_000);
  await writeFile(join(folder, 'index.html'), html);
  for (const [encodings, used, unpack] of [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'gzip', gunzipSync],
  ] as const) {
    const request = { url: '/nowhere', headers: { 'accept-encoding': encodings } };
    const { headers, rawPayload } = await app.inject(request);
    assert.equal(headers['content-encoding'], used);
    assert.equal(unpack(rawPayload).toString(), html);
  }
  assert.equal(await get('/nowhere'), html);
});

test('OPS-6 a page’s policy allows the script of the build by its hash, and no other inline script', async () => {
  const policyOf = async (url: string) =>
    String((await app.inject({ url })).headers['content-security-policy']);
  const scriptsOf = (policy: string) => /(?:^|;)script-src ([^;]*)/.exec(policy)?.[1];
  for (const script of ['prefetch()', "prefetch('på nytt')"]) {
    await writeFile(join(folder, 'prefetch.js'), script);
    const hash = createHash('sha256').update(script).digest('base64');
    for (const url of ['/', '/cars/7', '/nowhere'])
      assert.equal(scriptsOf(await policyOf(url)), `'self' 'sha256-${hash}'`, url);
    const rest = async (url: string) => (await policyOf(url)).replace(/script-src [^;]*;/, '');
    assert.equal(await rest('/'), await rest('/healthz'));
  }
  for (const url of ['/healthz', '/robots.txt', '/view?path=/cars'])
    assert.equal(scriptsOf(await policyOf(url)), "'self'", url);
});

test('LIVE-4 a WebSocket at any other URL is refused', async () => {
  const address = await listen(node);
  for (const path of ['/', '/nowhere', '/ws/nothing/', '/api/auctions', '/readyz', '/added']) {
    const socket = new WebSocket(`ws://${address}${path}`);
    socket.on('error', () => {});
    const answer = await Promise.race([
      once(socket, 'open').then(() => 101),
      once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode as number),
    ]);
    socket.terminate();
    assert.equal(answer, 404, path);
  }
});

test('OPS-4, AUTH-19 browsers, crawlers and password managers find the well-known files', async () => {
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(folder, 'licenses.txt'), 'MIT');
  await writeFile(join(folder, 'favicon.ico'), 'icon');
  for (const [url, type] of [
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/licenses.txt', 'text/plain; charset=utf-8'],
    ['/favicon.ico', 'image/vnd.microsoft.icon'],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url });
    assert.deepEqual([statusCode, headers['content-type']], [200, type]);
  }
  const { statusCode, headers } = await app.inject({ url: '/.well-known/change-password' });
  assert.deepEqual([statusCode, headers.location], [303, '/my-account']);
  // Password managers request this to check that the server's status codes are reliable.
  const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  assert.equal((await app.inject({ url: none })).statusCode, 404);
});
