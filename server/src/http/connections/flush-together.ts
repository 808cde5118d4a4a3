import type { Server } from 'node:http';
import { Socket } from 'node:net';

/**
 * Writes all replies that are ready in one turn of the event loop together at its end. Each write wakes the process at
 * the other end, usually a proxy; this wakes it once for all of them. A single reply waits only for the rest of its
 * turn.
 */
export function flushTogether(server: Server): void {
  let waiting: Socket[] = [];
  const flush = () => {
    const flushed = waiting;
    waiting = [];
    for (const socket of flushed) Socket.prototype.uncork.call(socket);
  };
  server.on('connection', (socket: Socket) => {
    // Node corks a socket during a reply and uncorks it at the end.
    socket.uncork = () => {
      if (waiting.push(socket) === 1) setImmediate(flush);
    };
  });
  // A WebSocket is ended right after its last message is written, which would be lost here.
  server.on('upgrade', ({ socket }) => {
    socket.uncork = Socket.prototype.uncork;
  });
}
