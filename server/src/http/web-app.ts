import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SENTENCE } from '@restvarde/contract/errors';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built web app: hashed files for a year, and the page itself for every other address that is
 * no call. Without a folder there are calls only.
 */
export async function webRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  const page = folder === null ? null : readPage(folder);
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      page !== null && request.method === 'GET' && !/^\/(api|ws|media|assets)\//.test(request.url);
    if (!isPage) return reply.code(404).send({ detail: SENTENCE.notFound });
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
  if (folder === null || page === null) return;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

function readPage(folder: string): string | null {
  const file = join(folder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
