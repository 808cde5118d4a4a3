import { relistAuction as relistAuctionCall } from '@restvarde/contract/sale-calls/relist';
import type { FastifyInstance } from 'fastify';
import { sentFiles } from '../../auctions/form/create-once.ts';
import { readAuction } from '../../auctions/read-auction.ts';
import type { AppContext } from '../../context.ts';
import { readKey } from '../../http/idempotency.ts';
import { route } from '../../http/route.ts';
import { relistAuction } from './relist-auction.ts';

/** Relists an unsold object (RELIST-1). */
export function relistRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, relistAuctionCall, async ({ viewer, params, body, uploads, headers }) => {
    const key = readKey(headers);
    const { image_ids, file_ids, withdraw_offer, ...sent } = body;
    const { image_uploads, image_view, image_views, file_uploads, file_kinds, ...form } = sent;
    const uploaded = { image_uploads, image_view, image_views, file_uploads, file_kinds };
    const files = sentFiles(uploads, uploaded);
    const changes = { form, image_ids, file_ids, withdraw_offer };
    const id = await relistAuction(context, viewer, params.id, changes, files, key);
    return readAuction(context.pool.db, context.media, viewer, id);
  });
}
