import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SENTENCE } from '@restvarde/contract/errors';
import type { FastifyInstance } from 'fastify';
import { addPreloads } from './web-preloads.ts';

/** What has no hash in its name. */
const FILES = ['favicon.svg', 'early.js'];

/**
 * Serves the built web app: hashed files for a year, and the page itself for every other address that is
 * no call. Without a folder there are calls only.
 */
export async function webRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|ws|media|assets)\//.test(request.url);
    // Read each time: after a build the page names the files that are there now.
    const page = isPage && folder !== null ? await readPage(folder, request.url) : null;
    if (page === null) return reply.code(404).send({ detail: SENTENCE.notFound });
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

async function readPage(folder: string, url: string): Promise<string | null> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  return page && addPreloads(page, folder, url);
}
