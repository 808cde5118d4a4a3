import { createContext, use, useSyncExternalStore } from 'react';
import { type Auth, createSession, type Session } from './session.ts';

/** Where the server renders first views nobody has logged in, but in the session that a view is given. */
const NO_STORAGE = { getItem: () => null, setItem() {}, removeItem() {} };

/** The session of this browser. */
export const session = createSession(import.meta.env.SSR ? NO_STORAGE : window.localStorage);

if (!import.meta.env.SSR) window.addEventListener('storage', () => session.reload());

/** The session that the app was made for. */
export const SessionContext = createContext<Session>(session);

/** The login as a component sees it. */
export function useAuth(): Auth {
  const { subscribe, get } = use(SessionContext);
  return useSyncExternalStore(subscribe, get, get);
}
