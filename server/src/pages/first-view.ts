import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Company } from '@restvarde/contract/companies/companies';
import type { SitePage } from '@restvarde/contract/first-view';
import { may, type Viewer } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Callers, callerOf, originOf, recordingRefused } from '../http/route.ts';
import type { Renderer } from './renderer.ts';

/** A repeated or missing value matches no page. */
const viewQuery = z.object({
  path: z.catch(z.string(), ''),
  width: z.catch(z.string(), ''),
});

/** The name under which refusals are recorded. */
const FIRST_VIEW = { method: 'GET', path: '/view' } as const;

/** CSS pixels; no window is wider. */
const WIDEST = 10_000;

/**
 * Serves a page's first view as HTML, with the queries that it was rendered from, for the holder of the token. It calls
 * the API itself with that token, so it shows nothing that the API would not (ROLE-14).
 */
export function firstViewRoute(
  app: FastifyInstance,
  { folder, renderer, callers }: { folder: string; renderer: Renderer; callers: Callers },
): void {
  app.get('/view', async (request, reply) => {
    const { path, width } = viewQuery.parse(request.query);
    reply.header('cache-control', 'no-store');
    const pages = await readPages(folder);
    const page = findPage(pages, path);
    if (!page?.view) return reply.code(404).send();
    // Authenticate before taking a turn: otherwise the inner calls would use one to return 401.
    const origin = originOf(request);
    const { viewer, scopes } = await callerOf(callers, request, origin);
    // A token calls the API, and sees no pages (FEED-2).
    if (scopes) return reply.code(403).send();
    const { user_id } = viewer;
    const who = { user_id, by: `user ${user_id}`, origin };
    // Redirects a viewer who may not see the page, as the web app does.
    const shown = may[page.view.may](viewer) ? path : page.view.otherwise;
    if (shown === null) return reply.code(403).send();
    return recordingRefused(callers, FIRST_VIEW, request, who, () =>
      callers.turns.views.take(user_id, () =>
        answer(request, reply, viewer, { pages, path: shown, width }),
      ),
    );
  });

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    viewer: Viewer,
    { pages, path, width }: { pages: SitePage[]; path: string; width: string },
  ) {
    const [me, company, subject] = await Promise.all([
      ask(request, '/api/users/me'),
      ask(request, '/api/company'),
      askPage(request, viewer, findPage(pages, path), path),
    ]);
    const refused = [subject, me].find(({ status }) => status !== 200);
    if (refused) return reply.code(refused.status).send();
    const view = await renderer.render({
      path,
      width: Math.min(Number.parseInt(width, 10) || 0, WIDEST),
      answers: {
        me: me.answer as User,
        // A superuser has none, and does not need one.
        company: company.answer as Company | null,
        page: subject.answers,
      },
    });
    if (!view) return reply.code(204).send();
    const { html, ...facts } = view;
    const data = JSON.stringify(facts).replaceAll('<', '\\u003c');
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><div id="view">${html}</div><script type="application/json">${data}</script>`,
      );
  }

  /** The answers that a page's view is rendered from, by endpoint. The status is that of a refused one, if any. */
  async function askPage(
    request: FastifyRequest,
    viewer: Viewer,
    page: SitePage | undefined,
    path: string,
  ) {
    if (!page?.view) return { status: 404, answers: {} };
    const params = paramsOf(page, path);
    const answered = await Promise.all(
      page.view.asks
        .filter((called) => may[called.may](viewer))
        .map(async ({ path: endpoint }) => {
          const url = endpoint.replace(/:(\w+)/g, (_, name) =>
            encodeURIComponent(params[name] ?? ''),
          );
          return { endpoint, ...(await ask(request, url)) };
        }),
    );
    return {
      status: answered.find(({ status }) => status !== 200)?.status ?? 200,
      answers: Object.fromEntries(answered.map((one) => [one.endpoint, one.answer])),
    };
  }

  async function ask(request: FastifyRequest, url: string) {
    const { authorization } = request.headers;
    const reply = await app.inject({
      url,
      remoteAddress: request.ip,
      headers: authorization === undefined ? {} : { authorization },
    });
    const status = reply.statusCode;
    return { status, answer: status === 200 ? (reply.json() as unknown) : null };
  }
}

/** The pages that the web app's build listed; empty if none. */
export async function readPages(folder: string): Promise<SitePage[]> {
  try {
    return JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as SitePage[];
  } catch {
    return [];
  }
}

/** The page at a path. Literal segments go before parameters. */
export function findPage(pages: readonly SitePage[], path: string): SitePage | undefined {
  const parts = path.split('/');
  const fitting = pages.filter((page) => fits(page.path.split('/'), parts));
  return fitting.find((page) => page.path === path) ?? fitting[0];
}

/** The values of a page's parameters in a path, still encoded. */
function paramsOf(page: SitePage, path: string): Record<string, string> {
  const parts = path.split('/');
  return Object.fromEntries(
    page.path
      .split('/')
      .flatMap((part, at) => (part.startsWith('$') ? [[part.slice(1), parts[at] ?? '']] : [])),
  );
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith('$') ? parts[at] !== '' : part === parts[at]))
  );
}
