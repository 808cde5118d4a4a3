import { type LiveMessage, liveMessage } from '@restvarde/contract/live';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { refresh } from '../api/call.ts';
import { session, useAuth } from '../session/current.ts';
import { connection } from './connection.ts';
import { openLiveSocket } from './socket.ts';

async function currentToken(dead: string | null): Promise<string | null> {
  const { access_token } = session.reload();
  return access_token === null || access_token === dead ? refresh(dead) : access_token;
}

interface Listener {
  onMessage: (message: unknown) => void;
  onReady: () => void;
  onGone: () => void;
}

/** One socket per address, shared by all listeners on the page. */
interface Line {
  listeners: Set<Listener>;
  isReady: boolean;
  close: () => void;
}

const lines = new Map<string, Line>();

function openLine(path: string): Line {
  const listeners = new Set<Listener>();
  const socket = openLiveSocket({
    url: `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`,
    token: currentToken,
    onMessage: (message) => {
      for (const listener of listeners) listener.onMessage(message);
    },
    onReady: () => {
      line.isReady = true;
      for (const listener of listeners) listener.onReady();
    },
    onGone: () => {
      for (const listener of listeners) listener.onGone();
    },
    onLine: (is_up) => {
      line.isReady &&= is_up;
      connection.report(line, is_up);
    },
  });
  const wake = () => {
    if (document.visibilityState === 'visible') socket.wake();
  };
  window.addEventListener('online', socket.renew);
  document.addEventListener('visibilitychange', wake);
  const line: Line = {
    listeners,
    isReady: false,
    close() {
      window.removeEventListener('online', socket.renew);
      document.removeEventListener('visibilitychange', wake);
      socket.close();
      // A closed line is not a lost one.
      connection.report(line, true);
    },
  };
  return line;
}

/**
 * Adds a listener. The first opens the connection and the last closes it. Returns a function that removes the
 * listener.
 */
function listen(path: string, listener: Listener): () => void {
  const line = lines.get(path) ?? openLine(path);
  lines.set(path, line);
  line.listeners.add(listener);
  // The connection is already ready, and the new listener may have missed messages.
  if (line.isReady) listener.onReady();
  return () => {
    line.listeners.delete(listener);
    if (line.listeners.size > 0) return;
    lines.delete(path);
    line.close();
  };
}

/**
 * Listens to a live address, such as `/ws/auction/7/`, while the component is mounted; null listens to nothing.
 * `onReady` is called after every connect: refetch the displayed data (LIVE-2). Messages that lack a field are
 * ignored (LIVE-1).
 */
export function useLive(
  path: string | null,
  handlers: {
    onMessage: (message: LiveMessage) => void;
    onReady: () => void;
    /** Called when the address is no longer available to the user (LIVE-4). */
    onGone?: () => void;
  },
): void {
  const isLoggedIn = useAuth().refresh_token !== null;
  const onMessage = useEffectEvent((message: unknown) => {
    const parsed = z.safeParse(liveMessage, message);
    if (parsed.success) handlers.onMessage(parsed.data);
  });
  const onReady = useEffectEvent(() => handlers.onReady());
  const onGone = useEffectEvent(() => handlers.onGone?.());

  useEffect(() => {
    if (path === null || !isLoggedIn) return;
    return listen(path, {
      onMessage: (message) => onMessage(message),
      onReady: () => onReady(),
      onGone: () => onGone(),
    });
  }, [path, isLoggedIn]);
}
