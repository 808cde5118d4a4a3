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

/** One socket to an address, however many parts of the page listen to it. */
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
      connection.report(line, true);
    },
  };
  return line;
}

/** Listens to a line, opened by the first and closed by the last; returns how to stop. */
function listen(path: string, listener: Listener): () => void {
  const line = lines.get(path) ?? openLine(path);
  lines.set(path, line);
  line.listeners.add(listener);
  // Whoever comes to a line that is open may have missed what it said before.
  if (line.isReady) listener.onReady();
  return () => {
    line.listeners.delete(listener);
    if (line.listeners.size > 0) return;
    lines.delete(path);
    line.close();
  };
}

/**
 * Listens to a live address, such as `/ws/auction/7/`, as long as the component stands; null listens to
 * nothing. `onReady` comes after every (re)connect: fetch again what is shown (LIVE-2). A message that
 * lacks a field is ignored (LIVE-1).
 */
export function useLive(
  path: string | null,
  handlers: {
    onMessage: (message: LiveMessage) => void;
    onReady: () => void;
    /** There is nothing more to hear: whoever listened may not see it any longer (LIVE-4). */
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
