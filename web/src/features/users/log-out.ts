import { logout } from '@restvarde/contract/auth/session';
import { call } from '../../base/api/call.ts';
import { session } from '../../base/session/current.ts';
import { forgetReturn } from '../../base/session/return-path.ts';

/** Ends the session in all tabs at once, without waiting for the server (AUTH-10). */
export function logOut(): void {
  const { refresh_token } = session.get();
  forgetReturn();
  session.end();
  if (refresh_token !== null) call(logout, { body: { refresh: refresh_token } }).catch(() => {});
}
