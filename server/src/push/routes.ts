import type { Body } from '@restvarde/contract/endpoint';
import type { NotificationSettings } from '@restvarde/contract/push/push';
import * as calls from '@restvarde/contract/push/push';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Database, Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { route } from '../http/route.ts';
import { insertSubscription } from './subscriptions.ts';

/** Notifications of a workshop's user: the key, the browsers (PUSH-2) and the kinds (PUSH-3). */
export function pushRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;

  route(app, context, calls.readPushKey, async () => ({ key: context.push_key }));

  route(app, context, calls.savePushSubscription, async ({ viewer, session_id, body }) => {
    const owner = { user_id: viewer.user_id, session_id };
    const { reachesPrivate = false } = context.config;
    return { id: await insertSubscription(db, owner, body, reachesPrivate) };
  });

  route(app, context, calls.removePushSubscription, async ({ viewer, body }) => {
    const { numDeletedRows } = await db
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', body.endpoint)
      .where('user_id', '=', viewer.user_id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw refuse.notFound();
  });

  route(app, context, calls.readNotificationSettings, ({ viewer }) =>
    readSettings(db, viewer.user_id),
  );

  route(app, context, calls.changeNotificationSettings, ({ viewer, body }) =>
    changeSettings(db, viewer.user_id, body),
  );
}

/** Which notifications a user wants; all unless changed (PUSH-3). */
async function readSettings(db: Queryable, user_id: number): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select('push_off')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return settingsOf(row?.push_off ?? []);
}

/** Changes the kinds that are given; the others stay (PUSH-3). */
function changeSettings(
  db: Database,
  user_id: number,
  change: Body<typeof calls.changeNotificationSettings>,
): Promise<NotificationSettings> {
  return db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user_id} for no key update`.execute(tx);
    const next = { ...(await readSettings(tx, user_id)), ...change };
    const push_off = calls.PUSH_KINDS.filter((kind) => !next[kind].push);
    await tx
      .insertInto('notification_settings')
      .values({ user_id, push_off })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ push_off }))
      .execute();
    return settingsOf(push_off);
  });
}

function settingsOf(off: string[]): NotificationSettings {
  const entries = calls.PUSH_KINDS.map((kind) => [kind, { push: !off.includes(kind) }]);
  return Object.fromEntries(entries) as NotificationSettings;
}
