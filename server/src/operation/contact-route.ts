import type { FastifyInstance } from 'fastify';
import type { OperatorContact } from '../config.ts';

/** Serves the operator's contact details for public pages; null if none are set (SHELL-13). */
export function contactRoute(app: FastifyInstance, contact: OperatorContact | null): void {
  app.get('/contact.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(contact)),
  );
}
