import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file));

/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('PUSH-1 the manifest opens the list as an app, with icons of their sizes', () => {
  const { icons, ...manifest } = JSON.parse(read('public/manifest.webmanifest').toString());
  assert.partialDeepStrictEqual(manifest, {
    name: 'Restvärde',
    lang: 'sv',
    display: 'standalone',
    start_url: '/auctions',
    scope: '/',
  });
  assert.deepEqual(
    icons.map((icon: Record<string, string>) => [icon.sizes, icon.purpose ?? 'any']),
    [
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ],
  );
  for (const { src, sizes } of icons) assert.equal(sizeOf(read(`public${src}`)), sizes, src);
  assert.equal(sizeOf(read('public/apple-touch-icon.png')), '180x180');
  const page = read('index.html').toString();
  assert.match(page, /<link rel="manifest" href="\/manifest\.webmanifest" \/>/);
  assert.match(page, /<link rel="apple-touch-icon" href="\/apple-touch-icon\.png" \/>/);
});

test('PUSH-1 the worker handles notifications and their clicks only, and keeps nothing', () => {
  const worker = read('public/sw.js').toString();
  const events = [...worker.matchAll(/addEventListener\('(\w+)'/g)].map(([, name]) => name);
  assert.deepEqual(events, ['push', 'notificationclick']);
  assert.doesNotMatch(worker, /caches\.|fetch\(|importScripts|indexedDB|\bsync\b|\bon[a-z]+ =/);
});
