import { useSyncExternalStore } from 'react';

/** The connection as the banner shows it (SHELL-7). `since` is when the connection was lost, in device time. */
export type Connection =
  | { state: 'fine' }
  | { state: 'reconnecting' | 'offline'; since: number }
  | { state: 'back' };

const SHOW_AFTER_MS = 2500;
const BACK_MS = 4000;

/**
 * Watches the sockets and the network. A loss is shown after 2.5 s, offline at once, and a recovery for 4 s if the
 * loss was shown.
 */
export function createConnection(isOnline: () => boolean, now: () => number = Date.now) {
  const listeners = new Set<() => void>();
  const lost = new Map<object, number>();
  let shown: Connection = { state: 'fine' };
  let offline_since: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(next: Connection) {
    if (next.state === shown.state) return;
    shown = next;
    for (const listener of listeners) listener();
  }

  function update() {
    clearTimeout(timer);
    offline_since = isOnline() ? null : (offline_since ?? now());
    const since = Math.min(...lost.values());
    if (offline_since !== null) {
      show({ state: 'offline', since: Math.min(since, offline_since) });
    } else if (lost.size > 0) {
      const waitMs = since + SHOW_AFTER_MS - now();
      if (waitMs <= 0 || shown.state === 'offline') show({ state: 'reconnecting', since });
      else timer = setTimeout(update, waitMs);
    } else if (shown.state === 'offline' || shown.state === 'reconnecting') {
      show({ state: 'back' });
      timer = setTimeout(update, BACK_MS);
    } else if (shown.state === 'back') {
      show({ state: 'fine' });
    }
  }

  return {
    get: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Sets whether a socket is connected. Report a closed socket as up, since it is no longer needed. */
    report(socket: object, is_up: boolean) {
      if (is_up === !lost.has(socket)) return;
      if (is_up) lost.delete(socket);
      else lost.set(socket, now());
      update();
    },
    /** The handler of the browser's online and offline events. */
    check: update,
  };
}

export const connection = createConnection(() => navigator.onLine);

if (typeof window !== 'undefined') {
  window.addEventListener('online', connection.check);
  window.addEventListener('offline', connection.check);
}

/** How often data is polled while its socket is down (LIVE-9). */
const POLL_MS = 15_000;

/** Returns whether the socket is down though the network is up, as behind a proxy that blocks WebSockets. */
export const isPolling = () => connection.get().state === 'reconnecting';

/** Query options for data that a socket updates: polls while the socket is down (LIVE-9). */
export function usePolling() {
  useConnection();
  return isPolling()
    ? ({ refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const)
    : ({ refetchInterval: false, refetchOnWindowFocus: true } as const);
}

/** The state of the connection. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get, connection.get);
}
