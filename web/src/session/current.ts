import { useSyncExternalStore } from 'react';
import { type Auth, createSession } from './session.ts';

/** The session of this browser. */
export const session = createSession(window.localStorage);

window.addEventListener('storage', () => session.reload());

/** The login as a component sees it. */
export function useAuth(): Auth {
  return useSyncExternalStore(session.subscribe, session.get);
}
