import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * Ends the connections of a closing server (OPS-2). Node ends those that are idle at that moment and does not look
 * again: one that is answered later would stay for the keep-alive time, and one with an incomplete request for ever.
 * This ends the first once they are answered, and the others after `limitMs`.
 */
export function endConnections(app: FastifyInstance, limitMs: number): void {
  const { server } = app;
  app.addHook('preClose', (done) => {
    if (server.listening) {
      const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      server.once('close', () => {
        clearInterval(look);
        clearTimeout(limit);
      });
    }
    done();
  });
}
