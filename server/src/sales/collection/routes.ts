import * as calls from '@restvarde/contract/sale-calls/collections';
import { listHandovers as listHandoversCall } from '@restvarde/contract/sale-calls/handovers';
import type { FastifyInstance } from 'fastify';
import { readAuction } from '../../auctions/read-auction.ts';
import type { AppContext } from '../../context.ts';
import { route } from '../../http/route.ts';
import { bookPickup, cancelPickup } from './book-pickup.ts';
import { changeCollection } from './change-collection.ts';
import { handOver } from './hand-over.ts';
import { listHandovers } from './list-handovers.ts';
import { readSlip } from './read-slip.ts';
import { addSaleDocument, removeSaleDocument } from './sale-documents.ts';
import { readSlots } from './slots.ts';
import { undoPurchase } from './undo-purchase.ts';

/** Calls between the notification of the winner and the handover (PICK). */
export function collectionRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, media } = context;

  route(app, context, calls.changeCollection, async ({ viewer, params, body }) => {
    await changeCollection(context, viewer, params.id, body);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.listSlots, ({ viewer, params }) =>
    readSlots(context, viewer, params.id),
  );

  route(app, context, calls.bookPickup, async ({ viewer, params, body }) => {
    await bookPickup(context, viewer, params.id, body);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.cancelPickup, async ({ viewer, params }) => {
    await cancelPickup(context, viewer, params.id);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.handOver, async ({ viewer, params, body }) => ({
    handed_over_at: (await handOver(context, viewer, params.id, body)).toISOString(),
  }));

  route(app, context, listHandoversCall, ({ viewer, query }) =>
    listHandovers(context, viewer, listHandoversCall.path, query),
  );

  route(app, context, calls.addSaleDocument, ({ viewer, params, body, uploads }) =>
    addSaleDocument(context, viewer, params.id, body.name, uploads),
  );

  route(app, context, calls.removeSaleDocument, ({ viewer, params }) =>
    removeSaleDocument(context, viewer, params.id, params.documentId),
  );

  route(app, context, calls.getCollectionSlip, ({ viewer, params }) =>
    readSlip(context, viewer, params.id),
  );

  route(app, context, calls.undoPurchase, async ({ viewer, params, body }) => {
    await undoPurchase(context, viewer, params.id, body);
    return readAuction(pool.db, media, viewer, params.id);
  });
}
