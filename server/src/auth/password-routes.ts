import * as calls from '@restvarde/contract/auth/password';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { LIMITS } from '../http/limit-table.ts';
import { openRoute, route } from '../http/route.ts';
import { changePassword } from './change-password.ts';
import { sendSetPasswordEmailTo } from './emails/set-password-job.ts';
import { inPasswordTurn } from './passwords/password-turn.ts';
import type { Sessions } from './sessions.ts';
import { setPassword } from './set-password.ts';

/** Resetting, setting and changing passwords (AUTH-12–14, AUTH-19). */
export function passwordRoutes(
  app: FastifyInstance,
  context: AppContext,
  sessions: Sessions,
): void {
  const { limits, pool } = context;

  openRoute(app, context, calls.requestReset, async ({ body, address, origin }) => {
    await limits.spend(LIMITS.reset_address, address);
    // Same reply for known and unknown addresses: nothing if the address has had its emails, else one job.
    if ((await limits.take(LIMITS.reset_mail, body.email)) > 0) return undefined;
    await pool.db
      .transaction()
      .execute((tx) => sendSetPasswordEmailTo(context, tx, body.email, origin));
    return undefined;
  });

  openRoute(app, context, calls.resetPassword, async ({ params, body, address, origin }) => {
    await limits.spend(LIMITS.reset_address, address);
    await setPassword(context, params.token, body, origin);
    sessions.forget();
    await limits.giveBack(LIMITS.reset_address, address);
    return undefined;
  });

  route(app, context, calls.changePassword, async ({ viewer, session_id, body }) => {
    await inPasswordTurn(context, viewer, () => changePassword(context, viewer, session_id, body));
    sessions.forget();
    return undefined;
  });
}
