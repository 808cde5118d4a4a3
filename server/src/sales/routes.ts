import { notifyWinner as notifyWinnerCall } from '@restvarde/contract/auctions/auction';
import { countMyTasks as countMyTasksCall } from '@restvarde/contract/sale-calls/my-tasks';
import * as calls from '@restvarde/contract/sale-calls/sales';
import type { FastifyInstance } from 'fastify';
import { readAuction } from '../auctions/read-auction.ts';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { acceptOffer, declineOffer } from './answer-offer.ts';
import { countMyTasks } from './count-my-tasks.ts';
import { declineSale } from './decline-sale.ts';
import { makeOffer, withdrawOffer } from './make-offer.ts';
import { notifyWinner } from './notify-winner.ts';
import { selectWinner } from './select-winner.ts';

/** Acts on a sale after its auction's end (GEN-4). */
export function saleRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, media } = context;

  route(app, context, notifyWinnerCall, async ({ viewer, params }) => {
    await notifyWinner(context, viewer, params.id);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.selectWinner, async ({ viewer, params, body }) => {
    await selectWinner(context, viewer, { auction: params.id, bid: params.bidId, ...body });
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, countMyTasksCall, ({ viewer }) => countMyTasks(pool.db, viewer));

  route(app, context, calls.declineSale, async ({ viewer, params, body }) => {
    await declineSale(context, viewer, params.id, body);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.makeOffer, async ({ viewer, params, body }) => {
    const choice = { auction: params.id, bid: params.bidId, ...body };
    const id = await makeOffer(context, viewer, choice);
    const { offers } = await readAuction(pool.db, media, viewer, params.id);
    return offers!.find((offer) => offer.id === id)!;
  });

  route(app, context, calls.withdrawOffer, ({ viewer, params }) =>
    withdrawOffer(context, viewer, params.id, params.offerId),
  );

  route(app, context, calls.acceptOffer, async ({ viewer, params, body }) => {
    const accepts = body.has_accepted_terms === true;
    const auction = await acceptOffer(context, viewer, params.id, accepts);
    return readAuction(pool.db, media, viewer, auction);
  });

  route(app, context, calls.declineOffer, async ({ viewer, params }) => {
    const auction = await declineOffer(context, viewer, params.id);
    return readAuction(pool.db, media, viewer, auction);
  });
}
