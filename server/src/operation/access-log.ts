import type { FastifyInstance } from 'fastify';

/** Tokens, links and signatures are longer than any other path segment. */
const LONGEST_SHOWN = 24;

/** Health checks that proxies make every other second; logged only if they fail. */
const PROBES = ['/healthz', '/readyz'];

/** The path without possible secrets: no query, and no segment as long as a token (OPS-12). */
export function shownPath(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part) => (part.length > LONGEST_SHOWN ? '…' : part))
    .join('/');
}

/** Logs one line per reply, without names, tokens or bodies. The reply carries the line's id, which a proxy may log. */
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
