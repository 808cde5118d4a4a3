import { LIVE_MS } from '@restvarde/contract/live';
import type { WebSocket } from 'ws';

/** Pings are sent in this many parts: ten thousand at once, with their answers, would block the node for 0.3 s. */
const PARTS = 50;

export interface Pinged {
  socket: WebSocket;
  /** It has not answered the last ping. */
  isSilent?: boolean;
}

interface Pings<Listener> {
  /** Pings a socket until it closes. */
  add(listener: Listener): void;
  stop(): void;
}

/**
 * Pings sockets, and ends one that has not answered by the next ping: a dead socket is detected within two rounds
 * (LIVE-4). Calls `sendAlive` with each ping, because pages do not see pings.
 */
export function openPings<Listener extends Pinged>(
  sendAlive: (listener: Listener) => void,
): Pings<Listener> {
  const parts = Array.from({ length: PARTS }, () => new Set<Listener>());
  let added = 0;
  let round = 0;
  const timer = setInterval(() => {
    for (const listener of parts[round++ % PARTS]!) {
      if (listener.isSilent) listener.socket.terminate();
      listener.isSilent = true;
      listener.socket.ping();
      sendAlive(listener);
    }
  }, LIVE_MS.ping / PARTS);
  timer.unref();
  return {
    add(listener) {
      const part = parts[added++ % PARTS]!.add(listener);
      listener.socket.on('close', () => part.delete(listener));
      listener.socket.on('pong', () => {
        listener.isSilent = false;
      });
    },
    stop: () => clearInterval(timer),
  };
}
