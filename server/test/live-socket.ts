import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_ALIVE, type LiveMessage } from '@restvarde/contract/live';
import WebSocket from 'ws';
import type { Node } from '../src/node.ts';
import { HANGS_MS } from './eventually.ts';

/** A socket like a browser's. */
export interface LiveSocket {
  socket: WebSocket;
  /** All messages since it was accepted, in order. */
  messages: LiveMessage[];
  /** The same messages as text. */
  frames: string[];
  /** Resolves when the server requests a new token. */
  renewal: Promise<unknown>;
  /** Resolves with the close code. */
  closed: Promise<number>;
  /** Resolves with the next message that matches. */
  next(fits?: (message: LiveMessage) => boolean): Promise<LiveMessage>;
}

/** Listens on a free port. Returns the address for sockets. */
export async function listen(node: Pick<Node, 'app'>): Promise<string> {
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  return `127.0.0.1:${(node.app.server.address() as AddressInfo).port}`;
}

/** Opens a socket and sends `token` unless it is null. It may be refused: see `closed`. */
export function openSocket(address: string, path: string, token: string | null): LiveSocket {
  const socket = new WebSocket(`ws://${address}${path}`);
  const messages: LiveMessage[] = [];
  const frames: string[] = [];
  let looked = 0;
  socket.on('error', () => {});
  socket.on('open', () => token !== null && socket.send(JSON.stringify({ token })));
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString());
    if (message.ready) return socket.emit('ready');
    if (message.renew) return socket.emit('renew');
    if (data.toString() === LIVE_ALIVE) return;
    frames.push(data.toString());
    messages.push(message);
  });
  const renewal = new Promise((resolve) => socket.once('renew', resolve));
  const closed = once(socket, 'close').then(([code]) => code as number);
  return {
    socket,
    messages,
    frames,
    renewal,
    closed,
    async next(fits = () => true) {
      const deadline = performance.now() + HANGS_MS;
      for (;;) {
        while (looked < messages.length) {
          const message = messages[looked++]!;
          if (fits(message)) return message;
        }
        assert.ok(performance.now() < deadline, `no such message among ${JSON.stringify(frames)}`);
        await pause(5);
      }
    },
  };
}

/** Opens a socket and waits until it is accepted. */
export async function openReadySocket(
  address: string,
  path: string,
  token: string,
): Promise<LiveSocket> {
  const live = openSocket(address, path, token);
  await Promise.race([
    once(live.socket, 'ready'),
    live.closed.then((code) => assert.fail(`closed with ${code}`)),
  ]);
  return live;
}
