import { createContext, use, useSyncExternalStore } from 'react';
import { type Auth, createSession, type Session } from './session.ts';

/** Web storage, or null if the browser blocks site data, in which case access throws. */
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

/** The session of the app, for components. */
export const SessionContext = createContext<Session>(session);

/** The login state. */
export function useAuth(): Auth {
  const { subscribe, get } = use(SessionContext);
  return useSyncExternalStore(subscribe, get, get);
}
