import { notifyWinner as notifyWinnerCall } from '@restvarde/contract/auctions/auction';
import { selectWinner as selectWinnerCall } from '@restvarde/contract/bids/bids';
import type { FastifyInstance } from 'fastify';
import { readAuction } from '../auctions/read-auction.ts';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { notifyWinner } from './notify-winner.ts';
import { selectWinner } from './select-winner.ts';

/** What is done with a sale after its auction's end (GEN-4). */
export function saleRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, media } = context;

  route(app, context, notifyWinnerCall, async ({ viewer, params }) => {
    await notifyWinner(context, viewer, params.id);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, selectWinnerCall, async ({ viewer, params, body }) => {
    await selectWinner(context, viewer, {
      auction: params.id,
      bid: params.bidId,
      reason: body.reason,
    });
    return readAuction(pool.db, media, viewer, params.id);
  });
}
