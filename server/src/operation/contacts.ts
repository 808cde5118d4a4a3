import type { FastifyInstance } from 'fastify';
import type { OperatorContact, SecurityContact } from '../config.ts';

const PATH = '/.well-known/security.txt';

/** Publishes the contact for security reports (OPS-16, RFC 9116). */
export function securityTxtRoute(
  app: FastifyInstance,
  { contact, expires }: SecurityContact,
  publicUrl: string,
): void {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: sv, en',
    `Canonical: ${publicUrl}${PATH}`,
  ];
  app.get(PATH, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`),
  );
}

/** Serves the operator's contact details for public pages; null if none are set (SHELL-13). */
export function contactRoute(app: FastifyInstance, contact: OperatorContact | null): void {
  app.get('/contact.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(contact)),
  );
}
