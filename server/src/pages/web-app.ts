import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SENTENCE } from '@restvarde/contract/errors';
import type { FastifyInstance } from 'fastify';
import { firstViewRoute, withoutStyles } from './first-view.ts';
import { openRenderer } from './renderer.ts';
import { addPreloads, isDrawnInside, isDrawnOutside, layScriptsBy } from './web-preloads.ts';

/** Where the web app is built to. */
export const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist');

/** What has no hash in its name. */
const FILES = ['favicon.svg', 'early.js'];

/**
 * Serves the built web app: hashed files for a year, and the page itself for every other address that is
 * no call. Without a folder there are calls only.
 */
export async function webRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  const readPage = folder === null ? null : openPages(app, folder);
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|ws|media|assets)\//.test(request.url);
    const page = isPage ? await readPage?.(request.url) : null;
    if (!page) return reply.code(404).send({ detail: SENTENCE.notFound });
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
  if (folder === null) return;
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  for (const file of FILES) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, folder, { maxAge: '1d' }));
  }
}

/** The page for an address, with what its first view needs; null when the web app is not built. */
function openPages(app: FastifyInstance, folder: string) {
  const renderer = openRenderer(folder, app.log);
  app.addHook('onClose', () => renderer.stop());
  firstViewRoute(app, renderer);
  /** What stands at an address for those who have not logged in, by path; each is drawn once. */
  const outside = new Map<string, string | null>();

  async function draw(path: string): Promise<void> {
    outside.set(path, null);
    const html = await renderer.render({ address: path, width: 0, answers: null });
    if (html) outside.set(path, `<template id="drawn">${withoutStyles(html)}</template>`);
    else outside.delete(path);
  }

  return async (url: string): Promise<string | null> => {
    // Read each time: after a build the page names the files that are there now.
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
    if (page === null) return null;
    const path = url.replace(/[?#].*$/, '');
    const whole = await addPreloads(page, folder, path);
    if (isDrawnInside(path)) return layScriptsBy(whole);
    if (!isDrawnOutside(path)) return whole;
    // The first who comes does not wait for the drawing.
    if (!outside.has(path)) void draw(path);
    const drawn = outside.get(path);
    return drawn ? layScriptsBy(whole).replace('</body>', () => `${drawn}</body>`) : whole;
  };
}
