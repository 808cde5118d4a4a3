import { logout } from '@restvarde/contract/auth/session';
import { call } from '../../base/api/call.ts';
import { session } from '../../base/session/current.ts';
import { forgetReturn } from '../../base/session/return-path.ts';

/**
 * Ends the session in all tabs at once, without waiting for the server (AUTH-10). Sends the held acts first (HOME-8);
 * when they are answered, the server ends its session too.
 */
export function logOut(): void {
  const { refresh_token } = session.get();
  const finished = finishBeforeLogOut();
  forgetReturn();
  session.end();
  if (refresh_token === null) return;
  void finished
    .then(() => call(logout, { body: { refresh: refresh_token } }))
    // The server's sessions expire by themselves.
    .catch(() => {});
}

/** Sends the last calls of the current user. Resolves when they are answered. */
type Finish = () => Promise<unknown>;

const finishing = new Set<Finish>();

/** Calls `finish` before the user logs out. Returns a function that removes it. */
export function beforeLogOut(finish: Finish): () => void {
  finishing.add(finish);
  return () => {
    finishing.delete(finish);
  };
}

/** Starts all that must be sent before the session ends. Resolves when all is answered, or has failed. */
async function finishBeforeLogOut(): Promise<void> {
  await Promise.allSettled([...finishing].map((finish) => finish()));
}
