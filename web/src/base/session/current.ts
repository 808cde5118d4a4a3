import { createContext, use, useSyncExternalStore } from 'react';
import { type Auth, createSession, type Session } from './session.ts';

/** Web storage; nothing is kept where the browser blocks site data, which throws when it is asked for. */
function openStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The session of this browser. */
export const session = createSession(import.meta.env.SSR ? null : openStorage());

if (!import.meta.env.SSR) window.addEventListener('storage', () => session.reload());

/** The session that the app was made for. */
export const SessionContext = createContext<Session>(session);

/** The login as a component sees it. */
export function useAuth(): Auth {
  const { subscribe, get } = use(SessionContext);
  return useSyncExternalStore(subscribe, get, get);
}
