import { useSyncExternalStore } from 'react';
import { type Auth, createSession } from './session.ts';

/** Where the server draws a first view there is none. */
const NO_STORAGE = { getItem: () => null, setItem() {}, removeItem() {} };

/** The session of this browser. */
export const session = createSession(import.meta.env.SSR ? NO_STORAGE : window.localStorage);

if (!import.meta.env.SSR) window.addEventListener('storage', () => session.reload());

/** The login as a component sees it. */
export function useAuth(): Auth {
  return useSyncExternalStore(session.subscribe, session.get, session.get);
}
