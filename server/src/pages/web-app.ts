import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SENTENCE } from '@restvarde/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Callers } from '../http/route.ts';
import { CALL_HEADERS, PAGE_HEADERS, policyWith } from '../http/security-headers.ts';
import { findPage, firstViewRoute, readPages } from './first-view.ts';
import { openRenderer } from './renderer.ts';

/** Where the web app is built to. */
export const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist');

/** Files without a hash in their names. */
const FILES = [
  'apple-touch-icon.png',
  'favicon.ico',
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'licenses.txt',
  'manifest.webmanifest',
  'prefetch.js',
  'robots.txt',
];

/** The service worker: a change of it is found at the next visit (PUSH-1). */
const WORKER = 'sw.js';

/** The page where a password is changed, for password managers (W3C, A Well-Known URL for Changing Passwords). */
const CHANGE_PASSWORD = { wellKnown: '/.well-known/change-password', page: '/my-account' };

/**
 * Serves the built web app: hashed files for a year, and the page for every other address that is no API call and no
 * file, with 404 if the site has no such page (OPS-4). Without a folder only the API is served.
 */
export async function webRoutes(
  app: FastifyInstance,
  folder: string | null,
  callers: Callers,
): Promise<void> {
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const path = pathOf(request);
    const page = isPage(request, path) && folder !== null ? await readPage(folder, path) : null;
    if (!page) return reply.code(404).send({ detail: SENTENCE.notFound });
    // People see the first page (ROLE-18); probes get a 404.
    if (!page.isKnown) reply.code(404);
    return sendPage(reply, page);
  }

  app.setNotFoundHandler(answer);
  if (folder === null) return;
  app.get(CHANGE_PASSWORD.wellKnown, (_request, reply) =>
    reply.redirect(CHANGE_PASSWORD.page, 303),
  );
  // A route and not the not-found handler, whose replies are not compressed.
  app.get('/*', answer);
  const renderer = openRenderer(folder, app.log);
  app.addHook('onClose', () => renderer.stop());
  firstViewRoute(app, { folder, renderer, callers });
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    serve: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  // The plugin's own wildcard first searches the names of all files of its folder, which takes three quarters of its
  // time.
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params }, reply) =>
    reply.sendFile(params.file),
  );
  for (const file of FILES) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, folder, { maxAge: '1d' }));
  }
  app.get(`/${WORKER}`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').sendFile(WORKER, folder, { cacheControl: false }),
  );
}

/**
 * Answers an address that no route can parse, such as one with half of a `%C3%A5`, as not found: people get the web
 * app's page (OPS-4), API clients JSON. Fastify runs no hooks for it, so the headers are set here.
 */
export function answerUnreadable(folder: string | null) {
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.code(404);
    const isForPeople = folder !== null && isPage(request, pathOf(request));
    // No page has such an address.
    const page = isForPeople ? await readPage(folder, '//') : null;
    return page === null
      ? reply.headers(CALL_HEADERS).send({ detail: SENTENCE.notFound })
      : sendPage(reply.headers(PAGE_HEADERS), page);
  }
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    answer(request, reply).catch((error) => reply.send(error));
  };
}

const pathOf = ({ url }: FastifyRequest) => url.replace(/[?#].*$/, '');

/** Whether a person, and not code, reads this path. */
const isPage = ({ method }: FastifyRequest, path: string) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|ws|media|assets)\//.test(path);

/** A page of the web app to send. */
interface WebPage {
  html: string;
  /** Its content security policy. */
  policy: string;
  /** Whether the site has such a page. */
  isKnown: boolean;
}

/**
 * The page at a path; null for a missing file, and if the web app is not built. Read each time, because a build changes
 * the file names in it.
 */
async function readPage(folder: string, path: string): Promise<WebPage | null> {
  const pages = await readPages(folder);
  const page = findPage(pages, path);
  // A page's parameter may look like a file: the token in an email's link has a dot.
  if (page === undefined && /\.[a-z\d]+$/i.test(path)) return null;
  const isKnown = pages.length === 0 || findPage(pages, path.replace(/(.)\/$/, '$1')) !== undefined;
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => null);
  // The build inlines this script into each page. The policy's hash is of the file, because hashing the page's scripts
  // would allow injected ones.
  const [html, script] = await Promise.all([read(page?.file ?? 'index.html'), read('prefetch.js')]);
  return html === null ? null : { html, policy: policyWith(script ?? ''), isKnown };
}

/** Sends a page, which contains no user data: a browser may store it, but revalidates each time. */
function sendPage(reply: FastifyReply, { html, policy }: WebPage): FastifyReply {
  return reply
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html);
}
