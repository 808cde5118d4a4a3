import {
  AUTH,
  enterCode,
  login,
  logout,
  refresh,
  resendCode,
  WRONG_CODE,
  WRONG_LOGIN,
} from '@restvarde/contract/auth';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { refuse } from '../http/refusal.ts';
import { openRoute } from '../http/route.ts';
import { hashToken } from '../keys.ts';
import type { Platform } from '../platform.ts';
import { issueCode, useCode } from './login-code.ts';
import { verifyPassword } from './password.ts';
import type { Sessions } from './sessions.ts';

/** Getting in and out (AUTH-2–4, 8–10). */
export function authRoutes(app: FastifyInstance, platform: Platform, sessions: Sessions): void {
  const { db } = platform.pool;

  openRoute(app, login, async ({ body }) => {
    const user = await db
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where(sql`lower(email)`, '=', body.email)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst();
    const right = await verifyPassword(body.password, user?.password_hash ?? null);
    if (!user || !right) throw refuse.detail(WRONG_LOGIN);
    return { uuid: await db.transaction().execute((tx) => issueCode(platform, tx, user.id)) };
  });

  openRoute(app, resendCode, async ({ body }) => {
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
      if (pending.too_soon) throw refuse.detail('Vänta en minut innan du begär en ny kod.');
      return issueCode(platform, tx, pending.user_id);
    });
    return { uuid };
  });

  openRoute(app, enterCode, async ({ body, headers }) => {
    const tokens = await db.transaction().execute(async (tx) => {
      const user = await useCode(platform, tx, body.uuid, body.two_factor_code);
      return user && sessions.open(tx, user, headers['user-agent'] ?? '');
    });
    // Thrown after the commit: the attempt that a wrong code cost must stand.
    if (!tokens) throw refuse.detail(WRONG_CODE);
    return tokens;
  });

  openRoute(app, refresh, async ({ body }) => {
    const tokens = await sessions.rotate(body.refresh);
    if (!tokens) throw refuse.notLoggedIn();
    return tokens;
  });

  openRoute(app, logout, async ({ body }) => {
    await sessions.end(body.refresh);
    return undefined;
  });
}
