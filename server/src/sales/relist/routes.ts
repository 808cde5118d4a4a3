import { relistAuction as relistAuctionCall } from '@restvarde/contract/sales/relist';
import type { FastifyInstance } from 'fastify';
import { readAuction } from '../../auctions/read-auction.ts';
import type { AppContext } from '../../context.ts';
import { readKey } from '../../http/idempotency.ts';
import { route } from '../../http/route.ts';
import { relistAuction } from './relist-auction.ts';

/** Relists an unsold object (RELIST-1). */
export function relistRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, relistAuctionCall, async ({ viewer, params, body, uploads, headers }) => {
    const key = readKey(headers);
    const { image_uploads = [], file_uploads = [], image_ids, file_ids, ...form } = body;
    const files = { uploads, image_uploads, file_uploads };
    const changes = { form, image_ids, file_ids };
    const id = await relistAuction(context, viewer, params.id, changes, files, key);
    return readAuction(context.pool.db, context.media, viewer, id);
  });
}
