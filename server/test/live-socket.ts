import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_ALIVE, type LiveMessage } from '@restvarde/contract/live';
import WebSocket from 'ws';
import type { Node } from '../src/node.ts';
import { HANGS_MS } from './eventually.ts';

/** A browser's socket, as far as the server can tell. */
export interface LiveSocket {
  socket: WebSocket;
  /** All messages since it was let in, in order. */
  messages: LiveMessage[];
  /** The same as they came over the wire. */
  frames: string[];
  /** Resolves when a fresh token is asked for. */
  asked: Promise<unknown>;
  /** The close code, when it comes. */
  closed: Promise<number>;
  /** The first message, of those not looked at yet, that fits. */
  next(fits?: (message: LiveMessage) => boolean): Promise<LiveMessage>;
}

/** Listens on a free port of this machine; the address that sockets connect to. */
export async function listen(node: Pick<Node, 'app'>): Promise<string> {
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  return `127.0.0.1:${(node.app.server.address() as AddressInfo).port}`;
}

/** Opens a socket and shows `token` (null: says nothing); it may be refused, see `closed`. */
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
  const asked = new Promise((resolve) => socket.once('renew', resolve));
  const closed = once(socket, 'close').then(([code]) => code as number);
  return {
    socket,
    messages,
    frames,
    asked,
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

/** Opens a socket and waits until it has been let in: from then on it misses nothing. */
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
