import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { openRenderer } from './renderer.ts';

// A minimal render program; e2e/first-view.e2e.ts tests the web app's own.
const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
await mkdir(join(folder, 'server'));
await writeFile(
  join(folder, 'server/server.js'),
  `async function renderFirstView({ path, answers }) {
    if (path === '/fault') throw new Error('cannot be rendered');
    if (path === '/crash') setImmediate(() => { throw new Error('the end'); });
    if (path === '/crash' || path === '/never') return new Promise(() => {});
    if (path === '/nonsense') return { html: 7 };
    return { html: path, state: answers, now_ms: 0 };
  }
  export const webApp = { renderFirstView };`,
);
const renderer = openRenderer(folder, Fastify().log);
after(async () => {
  await renderer.stop();
  await rm(folder, { recursive: true });
});

const render = (path: string, name = '') =>
  renderer.render({
    path,
    width: 360,
    answers: { me: { name }, page: null, company: null } as never,
  });

test('SHELL-1 each caller gets their own view, and a fault affects no other', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const views = await Promise.all(
    names.flatMap((name) => [render(`/${name}`, name), render('/fault', name)]),
  );
  assert.deepEqual(
    views,
    names.flatMap((name) => [
      { html: `/${name}`, state: { me: { name }, page: null, company: null }, now_ms: 0 },
      null,
    ]),
  );
});

test('SHELL-1 a caller beyond the queue gets no view, and when the thread ends nobody does', async () => {
  const waiting = [render('/crash'), ...Array.from({ length: 7 }, () => render('/never'))];
  assert.equal(await render('/one-too-many'), null);
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([null]));
  assert.equal(await render('/after'), null);
});

test('SHELL-1 an invalid reply ends the thread, and nobody waits for ever', async () => {
  const fresh = openRenderer(folder, Fastify().log);
  const view = { width: 360, answers: null };
  const waiting = ['/never', '/nonsense'].map((path) => fresh.render({ ...view, path }));
  assert.deepEqual(await Promise.all(waiting), [null, null]);
  await fresh.stop();
});
