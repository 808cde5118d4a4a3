import { requestReset, resetPassword } from '@restvarde/contract/auth/password';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { openRoute } from '../http/route.ts';
import { sendSetPasswordEmailTo } from './emails/set-password-job.ts';
import { BY_ACCOUNT, BY_ADDRESS } from './limits.ts';
import type { Sessions } from './sessions.ts';
import { setPassword } from './set-password.ts';

/** A forgotten password, and a first one (AUTH-12–14). */
export function passwordRoutes(
  app: FastifyInstance,
  context: AppContext,
  sessions: Sessions,
): void {
  const { limits, pool } = context;

  openRoute(app, context, requestReset, async ({ body, address }) => {
    await limits.spend(BY_ADDRESS.reset, address);
    // Known or not, the address is treated alike: silence when it has had its emails, else one job.
    if ((await limits.take(BY_ACCOUNT.resetMail, body.email)) > 0) return undefined;
    await pool.db.transaction().execute((tx) => sendSetPasswordEmailTo(context, tx, body.email));
    return undefined;
  });

  openRoute(app, context, resetPassword, async ({ params, body, address }) => {
    await limits.spend(BY_ADDRESS.reset, address);
    await setPassword(context, params.token, body);
    sessions.forget();
    await limits.giveBack(BY_ADDRESS.reset, address);
    return undefined;
  });
}
