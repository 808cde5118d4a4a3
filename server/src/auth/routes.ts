import { AUTH } from '@restvarde/contract/auth/lifetimes';
import {
  enterCode,
  login,
  resendCode,
  WRONG_CODE,
  WRONG_LOGIN,
} from '@restvarde/contract/auth/login';
import { logout, logoutAll, refresh } from '@restvarde/contract/auth/session';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { ANONYMOUS } from '../http/limits.ts';
import { openRoute, route, uncountedRoute } from '../http/route.ts';
import { hashToken } from '../keys.ts';
import { isSignedOnElsewhere } from './ad-accounts.ts';
import { endSessionsOf } from './end-sessions.ts';
import { BY_ACCOUNT, BY_ADDRESS } from './limits.ts';
import { issueCode, useCode } from './login-code.ts';
import { verifyPassword } from './password.ts';
import { passwordRoutes } from './password-routes.ts';
import type { Sessions } from './sessions.ts';
import { signOnRoutes } from './sign-on-routes.ts';

/** Getting in and out (AUTH-2–10, 12–15). */
export function authRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits } = context;
  const { db } = context.pool;

  openRoute(app, context, login, async ({ body, address }) => {
    await limits.spend(BY_ADDRESS.login, address);
    // The same work is done for everybody; only then it is told what came of it.
    const isSpent = (await limits.take(BY_ACCOUNT.wrongPassword, body.email)) > 0;
    const isElsewhere = await isSignedOnElsewhere(db, body.email);
    const user = await db
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where(sql`lower(email)`, '=', body.email)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst();
    const isRight = await verifyPassword(body.password, user?.password_hash ?? null);
    if (isSpent) throw refuse.detail(WRONG_LOGIN);
    if (isElsewhere) {
      throw refuse.detail('Logga in med «Inloggning handläggare».', 'is_ad_user');
    }
    if (!user || !isRight) throw refuse.detail(WRONG_LOGIN);
    const uuid = await db.transaction().execute((tx) => issueCode(context, tx, user.id));
    await limits.giveBack(BY_ADDRESS.login, address);
    await limits.giveBack(BY_ACCOUNT.wrongPassword, body.email);
    return { uuid };
  });

  openRoute(app, context, resendCode, async ({ body }) => {
    const uuid = await db.transaction().execute(async (tx) => {
      const pending = await tx
        .selectFrom('login_codes')
        .select([
          'user_id',
          sql<boolean>`sent_at > now_ms() - make_interval(secs => ${AUTH.resendSeconds})`.as(
            'too_soon',
          ),
        ])
        .where('challenge_hash', '=', hashToken(body.uuid))
        .where(sql<boolean>`expires_at > now_ms()`)
        .forUpdate()
        .executeTakeFirst();
      if (!pending) throw refuse.detail(WRONG_CODE);
      const isSpent = (await limits.take(BY_ACCOUNT.newCode, String(pending.user_id), tx)) > 0;
      if (pending.too_soon || isSpent) {
        throw refuse.detail('Vänta en minut innan du ber om ett nytt mejl.');
      }
      return issueCode(context, tx, pending.user_id);
    });
    return { uuid };
  });

  openRoute(app, context, enterCode, async ({ body, headers, address }) => {
    await limits.spend(BY_ADDRESS.code, address);
    const tokens = await db.transaction().execute(async (tx) => {
      const user = await useCode(context, tx, body.uuid, body.two_factor_code);
      return user && sessions.open(tx, user, headers['user-agent'] ?? '');
    });
    // Thrown after the commit: the attempt that a wrong code cost must stand.
    if (!tokens) throw refuse.detail(WRONG_CODE);
    await limits.giveBack(BY_ADDRESS.code, address);
    return tokens;
  });

  // Not counted while it succeeds: a whole office renews its tokens from one address.
  uncountedRoute(app, refresh, async ({ body, address }) => {
    const tokens = await sessions.rotate(body.refresh);
    if (tokens) return tokens;
    await limits.spend(ANONYMOUS, address);
    throw refuse.notLoggedIn();
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
