import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originOf } from '@restvarde/server/http/route';
import type { Node } from '@restvarde/server/node';
import { recordEvent } from '@restvarde/server/security/record-event';
import type { FastifyInstance } from 'fastify';

/** Accounts that need no password, by the button's text. */
const PERSONAS: Record<string, { email: string; label: string }> = {
  workshop: { email: 'verkstad@lindbil.example', label: 'Prova som verkstad' },
  'case-manager': { email: 'handlaggare@nordsakring.example', label: 'Prova som handläggare' },
  admin: { email: 'admin@nordsakring.example', label: 'Prova som administratör' },
};

/** The buttons beside the login form. */
const OFFER = `<section id="demo-login" aria-label="Prova demon">
<h2>Prova demon</h2>
<p>Utan lösenord. Allt är påhittat och finns bara här.</p>
${Object.entries(PERSONAS)
  .map(([name, { label }]) => `<button type="button" data-persona="${name}">${label}</button>`)
  .join('\n')}
<p role="status"></p>
</section>`;

const SHEET = '<link rel="stylesheet" href="/demo/login.css">';
const SCRIPT = '<script type="module" async src="/demo/login.js"></script>';
const FILES = { 'login.js': 'text/javascript', 'login.css': 'text/css' };

/**
 * Adds «Prova som …» to the login page of the demo: a script in every page, and the buttons in the HTML of the first
 * page. The product itself has neither the buttons nor their endpoint.
 */
export function offerDemoLogin(app: FastifyInstance): void {
  app.addHook('onSend', async ({ routeOptions, url }, _reply, page) => {
    if (routeOptions.url !== '/*' || typeof page !== 'string') return page;
    const isFirst = /^\/(\?|$)/.test(url);
    if (!isFirst) return page.replace('</head>', `${SCRIPT}</head>`);
    return page
      .replace('</head>', `${SHEET}${SCRIPT}</head>`)
      .replace('</form>', `</form>${OFFER}`);
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
    reply.type('text/html; charset=utf-8').send(SHEET + OFFER),
  );
}

/** The endpoint of «Prova som …»: logs the caller in without password or code. */
export function takeDemoLogins(
  app: FastifyInstance,
  node: Pick<Node, 'context' | 'sessions'>,
): void {
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
