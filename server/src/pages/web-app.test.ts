import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { webRoutes } from './web-app.ts';
import { isDrawnInside, VIEWS } from './web-preloads.ts';

const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
await mkdir(join(folder, '.vite'));
await mkdir(join(folder, 'assets'));
const SCRIPT = '<script type="module" crossorigin src="/assets/index.js"></script>';
const page = `<!doctype html><head>${SCRIPT}</head><body></body>`;
await writeFile(join(folder, 'index.html'), page);
const app = Fastify();
await webRoutes(app, folder);
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string) => (await app.inject({ url })).body;

test('SHELL-1 every address that is no call gets the page, also before a build has its manifest', async () => {
  for (const url of ['/', '/auctions/7/change?x=1', '/nowhere']) assert.equal(await get(url), page);
  const missing = await app.inject({ url: '/api/nowhere' });
  assert.equal(missing.statusCode, 404);
  assert.match(missing.body, /detail/);
});

test('SHELL-1 the page names what its address will need, once, and what it has itself not again', async () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
    'src/app/signed-in.ts': { file: 'assets/inside.js', imports: ['index.html'] },
    'src/pages/auction-list/auction-list-page.tsx': {
      file: 'assets/list.js',
      imports: ['index.html', '_card.js'],
      css: ['assets/list.css'],
    },
    '_card.js': { file: 'assets/card.js', imports: ['_card.js'] },
    'src/pages/auth/two-factor-page.tsx': { file: 'assets/code.js', imports: ['_card.js'] },
  };
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  const links = async (url: string) =>
    [...(await get(url)).matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(
      ([, rel, href]) => `${rel} ${href}`,
    );
  assert.deepEqual((await links('/won-auctions?ordering=-model')).sort(), [
    'modulepreload /assets/card.js',
    'modulepreload /assets/inside.js',
    'modulepreload /assets/list.js',
    'stylesheet /assets/list.css',
  ]);
  assert.deepEqual(await links('/2fa'), [
    'modulepreload /assets/code.js',
    'modulepreload /assets/card.js',
  ]);
  assert.deepEqual(await links('/nowhere'), []);
});

test('SHELL-1 the scripts of a page whose view is drawn wait for it, and its style sheets do not', async () => {
  const [head = '', laidBy = ''] = (await get('/auctions')).split('<template id="scripts">');
  assert.match(head, /<link rel="stylesheet" crossorigin href="\/assets\/list.css">/);
  assert.doesNotMatch(head, /\.js/);
  assert.ok(laidBy.startsWith(SCRIPT));
  assert.match(laidBy, /modulepreload.*list\.js/);
});

test('SHELL-1 a page asks for the views that the server draws, and for no other', async () => {
  const early = await readFile(join(import.meta.dirname, '../../../web/public/early.js'), 'utf8');
  const asked = new RegExp(/\/(\^.+\$)\/\.test\(pathname\)/.exec(early)![1]!);
  for (const path of [
    '/auctions',
    '/my-auctions',
    '/won-auctions',
    '/auctions/1',
    '/auctions/42',
  ]) {
    assert.ok(asked.test(path) && isDrawnInside(path), path);
  }
  for (const path of ['/', '/auctions/new', '/auctions/7/change', '/auctions/', '/settings']) {
    assert.ok(!asked.test(path) && !isDrawnInside(path), path);
  }
});

test('SHELL-1 the modules that addresses need are there', () => {
  const web = join(import.meta.dirname, '../../../web');
  for (const module of VIEWS.flatMap(([, modules]) => modules)) {
    assert.ok(existsSync(join(web, module)), module);
  }
});
