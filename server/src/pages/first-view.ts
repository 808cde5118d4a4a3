import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Callers, callerOf, originOf, recordingRefused } from '../http/route.ts';
import type { Renderer } from './renderer.ts';
import { findPage, readPages } from './site-pages.ts';

/** What is said twice, or not at all, names no page. */
const asked = z.object({
  path: z.catch(z.string(), ''),
  width: z.catch(z.string(), ''),
});

/** As refused calls are written down. */
const FIRST_VIEW = { method: 'GET', path: '/view' } as const;

/** No window is wider (CSS pixels). */
const WIDEST = 10_000;

/**
 * A page's first view in HTML, for the one who holds the token, with the queries that it was rendered of. They are the
 * API's own, asked with that token, so that nobody sees here what they would not see there (ROLE-14).
 */
export function firstViewRoute(
  app: FastifyInstance,
  { folder, renderer, callers }: { folder: string; renderer: Renderer; callers: Callers },
): void {
  app.get('/view', async (request, reply) => {
    const { path, width } = asked.parse(request.query);
    reply.header('cache-control', 'no-store');
    const page = findPage(await readPages(folder), path);
    if (page?.first_view !== 'signed_in') return reply.code(404).send();
    // Before a turn is taken: the calls behind the view would wait in it to be told that they are nobody's.
    const origin = originOf(request);
    const { user_id } = (await callerOf(callers, request, origin)).viewer;
    const who = { user_id, by: `user ${user_id}`, origin };
    return recordingRefused(callers, FIRST_VIEW, request, who, () =>
      callers.turns.views.take(user_id, () => answer(request, reply, path, width)),
    );
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string, width: string) {
    const [me, subject, company] = await Promise.all([
      ask(request, '/api/users/me'),
      ask(request, `/api${path}`),
      ask(request, '/api/company'),
    ]);
    const refused = [me, subject].find(({ status }) => status !== 200);
    if (refused) return reply.code(refused.status).send();
    const view = await renderer.render({
      path,
      width: Math.min(Number.parseInt(width, 10) || 0, WIDEST),
      answers: {
        me: JSON.parse(me.body),
        page: JSON.parse(subject.body),
        // A superuser has none, and can do without.
        company: company.status === 200 ? JSON.parse(company.body) : null,
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

  async function ask(request: FastifyRequest, url: string) {
    const { authorization } = request.headers;
    const { statusCode: status, body } = await app.inject({
      url,
      remoteAddress: request.ip,
      headers: authorization === undefined ? {} : { authorization },
    });
    return { status, body };
  }
}
