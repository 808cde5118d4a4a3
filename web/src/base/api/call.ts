import { refresh as refreshEndpoint } from '@restvarde/contract/auth/session';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { session } from '../session/current.ts';
import { createRefresher } from '../session/refresher.ts';
import { ApiError } from './api-error.ts';
import { createCaller } from './caller.ts';

/** Renews this browser's access token; shared by calls, sockets and tabs (AUTH-9). */
export const refresh = createRefresher({
  session,
  async exchange(refresh_token) {
    try {
      return await call(refreshEndpoint, { body: { refresh: refresh_token } });
    } catch (error) {
      if (error instanceof ApiError && [400, 401, 403].includes(error.status)) return null;
      throw error;
    }
  },
  locks: navigator.locks,
});

/** Calls an endpoint of the contract as the current user. */
export const call = createCaller({ session, refresh, clock: serverClock });
