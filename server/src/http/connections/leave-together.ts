import type { Server } from 'node:http';
import { Socket } from 'node:net';

/**
 * Sends answers that are ready in one turn of the event loop one behind the other at its end. Each write wakes the process
 * that waits at the socket's other end, as a rule a proxy: that way it is woken once for all of them. An answer that is
 * alone waits for nothing but the rest of its turn.
 */
export function leaveTogether(server: Server): void {
  let waiting: Socket[] = [];
  const leave = () => {
    const leaving = waiting;
    waiting = [];
    for (const socket of leaving) Socket.prototype.uncork.call(socket);
  };
  server.on('connection', (socket: Socket) => {
    // Node corks a socket for the length of an answer, and uncorks it at the end of it.
    socket.uncork = () => {
      if (waiting.push(socket) === 1) setImmediate(leave);
    };
  });
  // A WebSocket is ended as soon as its last message is written: one that waited here would be lost.
  server.on('upgrade', ({ socket }) => {
    socket.uncork = Socket.prototype.uncork;
  });
}
