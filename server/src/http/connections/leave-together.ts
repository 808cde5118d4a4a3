import type { Server } from 'node:http';
import { Socket } from 'node:net';

/**
 * Lets answers that are ready in one turn of the event loop leave one behind the other at its end. To write to a socket
 * wakes whoever waits at its other end, a proxy as a rule, which costs the more the emptier its hands are: it is woken
 * once for all of them, and not for each. An answer that is alone leaves as soon as what came with it has been looked at.
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
  // What a socket of messages says last is said before it is ended.
  server.on('upgrade', ({ socket }) => {
    socket.uncork = Socket.prototype.uncork;
  });
}
