import { logout } from '@restvarde/contract/auth/session';
import { call } from '../../base/api/call.ts';
import { finishBeforeLogOut } from '../../base/session/before-log-out.ts';
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
