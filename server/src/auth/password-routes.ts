import { requestReset, resetPassword } from '@restvarde/contract/auth/password';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { LIMITS } from '../http/limit-table.ts';
import { openRoute } from '../http/route.ts';
import { sendSetPasswordEmailTo } from './emails/set-password-job.ts';
import type { Sessions } from './sessions.ts';
import { setPassword } from './set-password.ts';

/** A forgotten password, and a first one (AUTH-12–14). */
export function passwordRoutes(
  app: FastifyInstance,
  context: AppContext,
  sessions: Sessions,
): void {
  const { limits, pool } = context;

  openRoute(app, context, requestReset, async ({ body, address, origin }) => {
    await limits.spend(LIMITS.reset_address, address);
    // Known or not, the address is treated alike: silence when it has had its emails, else one job.
    if ((await limits.take(LIMITS.reset_mail, body.email)) > 0) return undefined;
    await pool.db
      .transaction()
      .execute((tx) => sendSetPasswordEmailTo(context, tx, body.email, origin));
    return undefined;
  });

  openRoute(app, context, resetPassword, async ({ params, body, address, origin }) => {
    await limits.spend(LIMITS.reset_address, address);
    await setPassword(context, params.token, body, origin);
    sessions.forget();
    await limits.giveBack(LIMITS.reset_address, address);
    return undefined;
  });
}
