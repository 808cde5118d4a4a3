import type { FastifyInstance } from 'fastify';
import type { OperatorContact, SecurityContact } from '../config.ts';
import { listMigrations } from '../db/migrate.ts';
import { addressOf } from '../http/address-group.ts';
import { VERSION } from '../release.ts';
import type { Readiness } from './readiness.ts';

/** The running release (OPS-4). */
export interface Release {
  version: string;
  /** The commit of the build; null if unknown. */
  commit: string | null;
  /** The last migration that it knows. */
  schema: string;
}

export function releaseOf(commit: string | null): Release {
  return { version: VERSION, commit, schema: listMigrations().at(-1)! };
}

/** Endpoints for proxies and operators (OPS-3, OPS-4). */
export function operationRoutes(
  app: FastifyInstance,
  readiness: Readiness,
  release: Release,
): void {
  // The process lives, whatever it depends on.
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/version', async () => release);
  // The caller's address as this node sees it: `restvarde doctor` checks that proxies pass it on.
  app.get('/caller', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return { address: addressOf(request), is_forwarded: (request.ips?.length ?? 1) > 1 };
  });
  app.get('/readyz', async (request, reply) => {
    const { faults, warnings } = await readiness.health();
    const noted = warnings.length > 0 ? { warnings } : {};
    if (faults.length === 0) return { ok: true, ...noted };
    const detail = 'Servern tar inte emot anrop just nu.';
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ ok: false, detail, request_id: request.id, faults, ...noted });
  });
  // Clients whose sockets were closed reconnect at once; on a closed connection a proxy tries another node.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.upgrade && readiness.isSendingAway()) request.raw.destroy();
    else done();
  });
  // Ends keep-alive connections while the node drains.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isDraining()) reply.header('connection', 'close');
    done();
  });
}

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
