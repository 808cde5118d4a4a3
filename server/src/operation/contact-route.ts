import type { FastifyInstance } from 'fastify';
import type { OperatorContact } from '../config.ts';

/** How the operator is reached, for pages that are open to everybody; null where nobody is named (SHELL-13). */
export function contactRoute(app: FastifyInstance, contact: OperatorContact | null): void {
  app.get('/contact.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(contact)),
  );
}
