import { enterCode, login, resendCode } from '@restvarde/contract/auth/login';
import { logout, logoutAll, refresh } from '@restvarde/contract/auth/session';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { openRoute, route, strangersAllowance } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { endSessionsOf } from './end-sessions.ts';
import { ownSessionRoutes } from './own-session-routes.ts';
import { beginLogin, finishLogin, mailAnotherCode } from './password-login.ts';
import { passwordRoutes } from './password-routes.ts';
import { inPasswordTurn } from './passwords/password-turn.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import type { Sessions } from './sessions.ts';
import { signOnRoutes } from './sign-on-routes.ts';

/** Login, tokens and logout (AUTH-2–10, 12–15). */
export function authRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits } = context;
  const { db } = context.pool;

  openRoute(app, context, login, async ({ body, address, device, origin }) => {
    const place = { address, device };
    const begin = () => beginLogin(context, body, place, origin);
    return { uuid: await inPasswordTurn(context, place, begin) };
  });

  openRoute(app, context, resendCode, async ({ body, address, device, origin }) => ({
    uuid: await mailAnotherCode(context, body.uuid, { address, device }, origin),
  }));

  openRoute(app, context, enterCode, ({ body, address, device, origin }) =>
    finishLogin(context, sessions, body, { address, device }, origin),
  );

  openRoute(app, context, refresh, async ({ body, address, device, origin }) => {
    const tokens = await sessions.rotate(body.refresh, origin);
    if (!tokens) throw refuse.notLoggedIn();
    // A whole office renews its tokens from one address.
    await limits.giveBack(...strangersAllowance(address, device));
    return tokens;
  });

  openRoute(app, context, logout, async ({ body, origin }) => {
    await sessions.end(body.refresh, origin);
    return undefined;
  });

  route(app, context, logoutAll, async ({ viewer }) => {
    await db.transaction().execute(async (tx) => {
      await endSessionsOf(tx, [viewer.user_id]);
      await recordEvent(tx, viewer, { kind: 'session_ended', details: { reason: 'everywhere' } });
    });
    sessions.forget();
    return undefined;
  });

  ownSessionRoutes(app, context, sessions);
  secondFactorRoutes(app, context, sessions);
  signOnRoutes(app, context, sessions);
  passwordRoutes(app, context, sessions);
}
