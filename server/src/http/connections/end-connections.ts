import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * Ends the connections of a server that closes. Node ends those that wait for a next call at that moment, and looks no
 * more: one whose answer is sent later would stay for the whole time that it is kept for a next call, and one whose call
 * never comes whole forever. The first are ended as soon as they are answered, the others after `limitMs` (OPS-2).
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
