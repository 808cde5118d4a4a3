import { enterCode, login, resendCode } from '@restvarde/contract/auth/login';
import { logout, logoutAll, refresh } from '@restvarde/contract/auth/session';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { openRoute, route, strangersAllowance } from '../http/route.ts';
import { endSessionsOf } from './end-sessions.ts';
import { beginLogin, finishLogin, mailAnotherCode } from './password-login.ts';
import { passwordRoutes } from './password-routes.ts';
import type { Sessions } from './sessions.ts';
import { signOnRoutes } from './sign-on-routes.ts';

/** Getting in and out (AUTH-2–10, 12–15). */
export function authRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits } = context;
  const { db } = context.pool;

  openRoute(app, context, login, async ({ body, address, device }) => ({
    uuid: await beginLogin(context, body, { address, device }),
  }));

  openRoute(app, context, resendCode, async ({ body, address, device }) => ({
    uuid: await mailAnotherCode(context, body.uuid, { address, device }),
  }));

  openRoute(app, context, enterCode, ({ body, headers, address, device }) =>
    finishLogin(context, sessions, body, { address, device }, headers['user-agent'] ?? ''),
  );

  openRoute(app, context, refresh, async ({ body, address, device }) => {
    const tokens = await sessions.rotate(body.refresh);
    if (!tokens) throw refuse.notLoggedIn();
    // A whole office renews its tokens from one address.
    await limits.giveBack(...strangersAllowance(address, device));
    return tokens;
  });

  openRoute(app, context, logout, async ({ body }) => {
    await sessions.end(body.refresh);
    return undefined;
  });

  route(app, context, logoutAll, async ({ viewer }) => {
    await db.transaction().execute((tx) => endSessionsOf(tx, [viewer.user_id]));
    sessions.forget();
    return undefined;
  });

  signOnRoutes(app, context, sessions);
  passwordRoutes(app, context, sessions);
}
