import { finishSignOn, startSignOn } from '@restvarde/contract/auth/login';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { LIMITS } from '../http/limit-table.ts';
import { openRoute } from '../http/route.ts';
import { openLogin } from './open-login.ts';
import type { Sessions } from './sessions.ts';
import { openSignOn, SIGN_ON } from './sign-on.ts';

/** Getting in by the employer's own login (AUTH-5–7). */
export function signOnRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits } = context;
  const { db } = context.pool;
  const signOn = openSignOn(context);

  openRoute(app, context, startSignOn, async ({ log }) => ({ url: await signOn.begin(log) }));

  openRoute(app, context, finishSignOn, async ({ body, headers, address, device, log }) => {
    await limits.spend(LIMITS.login_address, address);
    const names = await signOn.finish(body.authorization_code, body.state, log);
    const user = await findSignedOn(db, names);
    if (!user) throw refuse.detail(SIGN_ON.unknown);
    const tokens = await db
      .transaction()
      .execute((tx) =>
        openLogin(context, sessions, tx, user, { address, device }, headers['user-agent'] ?? ''),
      );
    await limits.giveBack(LIMITS.login_address, address);
    return tokens;
  });
}

/** The account that the first of these names belongs to, if it signs on by AD. */
async function findSignedOn(db: Database, names: string[]) {
  if (names.length === 0) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where(sql`lower(email)`, 'in', names)
    .where('is_ad_user', '=', true)
    .where('deactivated_at', 'is', null)
    .orderBy(sql`array_position(${names}::text[], lower(email))`)
    .limit(1)
    .executeTakeFirst();
}
