import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { openRenderer } from './renderer.ts';

// A program that draws as little as possible; the web app's own is drawn by in e2e/first-view.e2e.ts.
const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
await mkdir(join(folder, 'server'));
await writeFile(
  join(folder, 'server/server.js'),
  `async function renderFirstView({ address, answers }) {
    if (address === '/fault') throw new Error('cannot be drawn');
    if (address === '/crash') setImmediate(() => { throw new Error('the end'); });
    if (address === '/crash' || address === '/never') return new Promise(() => {});
    return address + ' ' + JSON.stringify(answers);
  }
  export const webApp = { renderFirstView };`,
);
const renderer = openRenderer(folder, Fastify().log);
after(async () => {
  await renderer.stop();
  await rm(folder, { recursive: true });
});

const draw = (address: string, answers: Record<string, unknown> | null = null) =>
  renderer.render({ address, width: 360, answers });

test('SHELL-1 each who asks gets the view of what was asked for, and a fault is nobody else’s', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const views = await Promise.all(
    names.flatMap((name) => [draw(`/${name}`, { name }), draw('/fault', { name })]),
  );
  assert.deepEqual(
    views,
    names.flatMap((name) => [`/${name} {"name":"${name}"}`, null]),
  );
});

test('SHELL-1 who comes when many wait goes without a view, and when the thread ends all do', async () => {
  const waiting = [draw('/crash'), ...Array.from({ length: 7 }, () => draw('/never'))];
  assert.equal(await draw('/one-too-many'), null);
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([null]));
  assert.equal(await draw('/after'), null);
});
