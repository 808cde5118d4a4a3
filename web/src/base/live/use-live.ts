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
    const line = {};
    const socket = openLiveSocket({
      url: `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`,
      token: currentToken,
      onMessage: (message) => onMessage(message),
      onReady: () => onReady(),
      onGone: () => onGone(),
      onLine: (is_up) => connection.report(line, is_up),
    });
    const wake = () => {
      if (document.visibilityState === 'visible') socket.wake();
    };
    window.addEventListener('online', socket.renew);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', socket.renew);
      document.removeEventListener('visibilitychange', wake);
      socket.close();
      connection.report(line, true);
    };
  }, [path, isLoggedIn]);
}
