import type { FastifyInstance } from 'fastify';

/** Tokens, links and signatures are longer than what else stands in an address. */
const LONGEST_SHOWN = 24;

/** What proxies ask every other second; it is a line only when it is not well. */
const PROBES = ['/healthz', '/readyz'];

/** The path of an address without what may be a secret: its query, and whatever is as long as a token (OPS-12). */
export function shownPath(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part) => (part.length > LONGEST_SHOWN ? '…' : part))
    .join('/');
}

/**
 * Writes a line to the log for each answer, without names, tokens or what was said. The answer carries the id of the
 * line, which a proxy may log beside its own.
 */
export function logAccess(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (PROBES.includes(request.url) && reply.statusCode === 200) return done();
    request.log.info(
      {
        method: request.method,
        path: shownPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'answered',
    );
    done();
  });
}
