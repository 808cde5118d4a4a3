import {
  changeNotificationSettings,
  readNotificationSettings,
  readPushKey,
  removePushSubscription,
  savePushSubscription,
} from '@restvarde/contract/push/push';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { route } from '../http/route.ts';
import { changeSettings, readSettings } from './settings.ts';
import { insertSubscription } from './subscriptions.ts';

/** Notifications of a workshop's user: the key, the browsers (PUSH-2) and the kinds (PUSH-3). */
export function pushRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;

  route(app, context, readPushKey, async () => ({ key: context.push_key }));

  route(app, context, savePushSubscription, async ({ viewer, session_id, body }) => {
    const owner = { user_id: viewer.user_id, session_id };
    const { reachesPrivate = false } = context.config;
    return { id: await insertSubscription(db, owner, body, reachesPrivate) };
  });

  route(app, context, removePushSubscription, async ({ viewer, body }) => {
    const { numDeletedRows } = await db
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', body.endpoint)
      .where('user_id', '=', viewer.user_id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw refuse.notFound();
    return undefined;
  });

  route(app, context, readNotificationSettings, ({ viewer }) => readSettings(db, viewer.user_id));

  route(app, context, changeNotificationSettings, ({ viewer, body }) =>
    changeSettings(db, viewer.user_id, body),
  );
}
