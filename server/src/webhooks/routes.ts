import * as calls from '@restvarde/contract/feed/webhooks';
import type { FastifyInstance } from 'fastify';
import { chosenCompany } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { listDeliveries, listWebhooks, readWebhook } from './read-webhooks.ts';
import {
  addWebhook,
  changeWebhook,
  queueAgain,
  queueTest,
  removeWebhook,
  rotateWebhook,
} from './write-webhooks.ts';

/** Webhooks of a company, and what was sent to them (FEED-9). */
export function webhookRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;

  route(app, context, calls.listWebhooks, async ({ viewer, query }) =>
    listWebhooks(db, await chosenCompany(db, viewer, query)),
  );

  route(app, context, calls.createWebhook, async ({ viewer, query, body }) => {
    const company = await chosenCompany(db, viewer, query);
    return db.transaction().execute(async (tx) => {
      const { id, secret } = await addWebhook(context, tx, viewer, company, body);
      return { ...(await readWebhook(tx, company, id)), secret };
    });
  });

  route(app, context, calls.changeWebhook, async ({ viewer, query, params: { id }, body }) => {
    const company = await chosenCompany(db, viewer, query);
    return db.transaction().execute(async (tx) => {
      await changeWebhook(context, tx, viewer, company, id, body);
      return readWebhook(tx, company, id);
    });
  });

  route(app, context, calls.rotateWebhook, async ({ viewer, query, params: { id } }) => {
    const company = await chosenCompany(db, viewer, query);
    const secret = await db
      .transaction()
      .execute((tx) => rotateWebhook(context, tx, viewer, company, id));
    return { secret };
  });

  route(app, context, calls.removeWebhook, async ({ viewer, query, params: { id } }) => {
    const company = await chosenCompany(db, viewer, query);
    await db.transaction().execute((tx) => removeWebhook(tx, viewer, company, id));
  });

  route(app, context, calls.testWebhook, async ({ viewer, query, params: { id } }) => {
    const company = await chosenCompany(db, viewer, query);
    await db.transaction().execute((tx) => queueTest(tx, company, id));
  });

  route(app, context, calls.listDeliveries, async ({ viewer, query, params: { id } }) =>
    listDeliveries(db, await chosenCompany(db, viewer, query), id),
  );

  route(app, context, calls.resendDelivery, async ({ viewer, query, params }) => {
    const company = await chosenCompany(db, viewer, query);
    const { id, deliveryId } = params;
    await db.transaction().execute((tx) => queueAgain(tx, company, id, deliveryId));
  });
}
