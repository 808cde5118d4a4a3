import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originOf } from '@restvarde/server/http/route';
import type { Node } from '@restvarde/server/node';
import { readPage, sendPage, WEB_FOLDER } from '@restvarde/server/pages/web-app';
import { recordEvent } from '@restvarde/server/security/record-event';
import type { FastifyInstance } from 'fastify';

/** Whom one can be without a password, by the button's words. */
const PERSONAS: Record<string, { email: string; label: string }> = {
  workshop: { email: 'verkstad@lindbil.example', label: 'Prova som verkstad' },
  'case-manager': { email: 'handlaggare@nordsakring.example', label: 'Prova som handläggare' },
  admin: { email: 'admin@nordsakring.example', label: 'Prova som administratör' },
};

/** What is put beside the login's form: a button for each. */
const OFFER = `<section id="demo-login" aria-label="Prova demon">
<h2>Prova demon</h2>
<p>Utan lösenord. Allt är påhittat och finns bara här.</p>
${Object.entries(PERSONAS)
  .map(([name, { label }]) => `<button type="button" data-persona="${name}">${label}</button>`)
  .join('\n')}
<p role="status"></p>
</section>`;

const FILES = { 'login.js': 'text/javascript', 'login.css': 'text/css' };

/**
 * Puts «Prova som …» on the login page of a demo. All of it is the demo's own: it answers the first page's address
 * with the built page, what is offered in it and a script of its own beside it, and that script's calls. The product
 * has no such address, and nothing of it is built with the web app.
 */
export function demoLogin(app: FastifyInstance, node: Pick<Node, 'context' | 'sessions'>): void {
  app.get('/', async (_request, reply) => {
    const page = await readPage(WEB_FOLDER, '/');
    if (page === null) return reply.callNotFound();
    const added =
      '<link rel="stylesheet" href="/demo/login.css"><script type="module" async src="/demo/login.js"></script>';
    const html = page.html
      .replace('</head>', `${added}</head>`)
      .replace('</form>', `</form>${OFFER}`);
    return sendPage(reply, { ...page, html });
  });

  for (const [file, type] of Object.entries(FILES)) {
    app.get(`/demo/${file}`, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(`${type}; charset=utf-8`)
        .send(await readFile(join(import.meta.dirname, 'page', file))),
    );
  }

  app.get('/demo/login.html', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(OFFER),
  );

  app.post<{ Params: { persona: string } }>('/demo/login/:persona', async (request, reply) => {
    const { params } = request;
    const persona = Object.hasOwn(PERSONAS, params.persona) ? PERSONAS[params.persona] : undefined;
    if (!persona) return reply.callNotFound();
    return node.context.pool.db.transaction().execute(async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'role'])
        .where('email', '=', persona.email)
        .executeTakeFirstOrThrow();
      const origin = originOf(request);
      const { session_id: _id, ...tokens } = await node.sessions.open(tx, user, origin);
      const details = { by: 'demo' } as const;
      await recordEvent(tx, { ...origin, user_id: user.id }, { kind: 'login', details });
      return tokens;
    });
  });
}
