import { finishSignOn, startSignOn } from '@restvarde/contract/auth/login';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { LIMITS } from '../http/limit-table.ts';
import { openRoute } from '../http/route.ts';
import { openLogin } from './open-login.ts';
import type { Sessions } from './sessions.ts';
import { openSignOn } from './sign-on.ts';
import { admit, REFUSED } from './sign-on-account.ts';

/** Login by single sign-on (AUTH-5–7). */
export function signOnRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits } = context;
  const signOn = openSignOn(context);

  openRoute(app, context, startSignOn, async ({ query, log }) => ({
    url: await signOn.begin(query.email, log),
  }));

  openRoute(app, context, finishSignOn, async ({ body, address, device, origin, log }) => {
    await limits.spend(LIMITS.login_address, address);
    const { authorization_code: code, state, iss } = body;
    const { provider, claims } = await signOn.finish({ code, state, iss }, log);
    const outcome = await context.pool.db.transaction().execute(async (tx) => {
      const admission = await admit(tx, provider, claims, origin);
      if ('refused' in admission) return admission;
      const place = { address, device };
      return openLogin(context, sessions, tx, admission.user, place, origin, 'sign_on');
    });
    if ('refused' in outcome) {
      sessions.forget();
      const { iss: issuer, sub: subject } = claims;
      log.warn({ issuer, subject, reason: outcome.refused }, 'a sign-on was refused');
      throw refuse.detail(REFUSED[outcome.refused]);
    }
    await limits.giveBack(LIMITS.login_address, address);
    return outcome;
  });
}
