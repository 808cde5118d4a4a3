import type { FastifyInstance } from 'fastify';

const POLL_MS = 50;

/**
 * Ends the connections of a closing server (OPS-2). Node only ends those that are idle at that moment. A connection that
 * is answered later would stay open for the keep-alive time, and one with an incomplete request for ever. This ends
 * connections when they have been answered, and the rest after `limitMs`.
 */
export function endConnections(app: FastifyInstance, limitMs: number): void {
  const { server } = app;
  app.addHook('preClose', (done) => {
    if (server.listening) {
      const poll = setInterval(() => server.closeIdleConnections(), POLL_MS);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      server.once('close', () => {
        clearInterval(poll);
        clearTimeout(limit);
      });
    }
    done();
  });
}
