import type { FastifyInstance } from 'fastify';

/**
 * Logs the first X-Forwarded-For from a peer that is not a trusted proxy: all its clients share one address and its
 * limits (OPS-1).
 */
export function reportUntrustedProxy(app: FastifyInstance): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isReported && request.headers['x-forwarded-for'] && request.ips?.length === 1) {
      isReported = true;
      app.log.error(
        { peer: request.ip },
        'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: all its callers share one address and its limits',
      );
    }
    done();
  });
}
