import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';
import type { Release } from './release-of.ts';

/** What proxies and operators ask a node (OPS-3, OPS-4). */
export function operationRoutes(
  app: FastifyInstance,
  readiness: Readiness,
  release: Release,
): void {
  // The process lives; what it needs may be away.
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/version', async () => release);
  app.get('/readyz', async (request, reply) => {
    const faults = await readiness.faults();
    if (faults.length === 0) return { ok: true };
    const detail = 'Servern tar inte emot anrop just nu.';
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ ok: false, detail, request_id: request.id, faults });
  });
  // From its last moments on nobody stays connected for more.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isDraining()) reply.header('connection', 'close');
    done();
  });
}
