import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Turns } from '../http/turns.ts';
import type { Renderer } from './renderer.ts';
import { findPage, readPages } from './site-pages.ts';

/** No window is wider (CSS pixels). */
const WIDEST = 10_000;

/**
 * A page's first view in HTML, for whoever holds the token, with the answers that it was drawn of. They are the
 * API's own, asked with that token, so that nobody sees here what they would not see there (ROLE-14).
 */
export function firstViewRoute(
  app: FastifyInstance,
  { folder, renderer, turns }: { folder: string; renderer: Renderer; turns: Turns },
): void {
  // By the token that is shown: whose it is, the calls behind the view ask.
  app.get('/view', (request, reply) =>
    turns.take(request.headers.authorization ?? '', () => answer(request, reply)),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { address = '', width = '' } = request.query as Record<string, string | undefined>;
    reply.header('cache-control', 'no-store');
    const page = findPage(await readPages(folder), address);
    if (page?.first_view !== 'signed_in') return reply.code(404).send();
    const asked = await Promise.all(
      ['/api/users/me', `/api${address}`, '/api/company'].map((question) => ask(request, question)),
    );
    // A superuser has no company, and can do without.
    const refused = asked.slice(0, 2).find(({ status }) => status !== 200);
    if (refused) return reply.code(refused.status).send();
    const answers = Object.fromEntries(
      asked
        .filter(({ status }) => status === 200)
        .map(({ question, body }) => [question, JSON.parse(body)]),
    );
    const html = await renderer.render({
      address,
      width: Math.min(Number.parseInt(width, 10) || 0, WIDEST),
      answers,
    });
    if (!html) return reply.code(204).send();
    const data = JSON.stringify(answers).replaceAll('<', '\\u003c');
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><div id="view">${html}</div><script type="application/json">${data}</script>`,
      );
  }

  async function ask(request: FastifyRequest, question: string) {
    const { authorization } = request.headers;
    const { statusCode: status, body } = await app.inject({
      url: question,
      remoteAddress: request.ip,
      headers: authorization === undefined ? {} : { authorization },
    });
    return { question, status, body };
  }
}
