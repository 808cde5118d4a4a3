import { requestReset, resetPassword } from '@restvarde/contract/auth/password';
import type { FastifyInstance } from 'fastify';
import { openRoute } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { sendSetPasswordEmailTo } from './emails/set-password-job.ts';
import { BY_ACCOUNT, BY_ADDRESS } from './limits.ts';
import type { Sessions } from './sessions.ts';
import { setPassword } from './set-password.ts';

/** A forgotten password, and a first one (AUTH-12–14). */
export function passwordRoutes(app: FastifyInstance, platform: Platform, sessions: Sessions): void {
  const { limits, pool } = platform;

  openRoute(app, platform, requestReset, async ({ body, address }) => {
    await limits.spend(BY_ADDRESS.reset, address);
    // Known or not, the address is treated alike: silence when it has had its emails, else one job.
    if ((await limits.take(BY_ACCOUNT.resetMail, body.email)) > 0) return undefined;
    await pool.db.transaction().execute((tx) => sendSetPasswordEmailTo(platform, tx, body.email));
    return undefined;
  });

  openRoute(app, platform, resetPassword, async ({ params, body, address }) => {
    await limits.spend(BY_ADDRESS.reset, address);
    await setPassword(platform, params.token, body);
    sessions.forget();
    await limits.giveBack(BY_ADDRESS.reset, address);
    return undefined;
  });
}
