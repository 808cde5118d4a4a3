import * as calls from '@restvarde/contract/sale-calls/deregistrations';
import type { FastifyInstance } from 'fastify';
import { readAuction } from '../../auctions/read-auction.ts';
import type { AppContext } from '../../context.ts';
import { route } from '../../http/route.ts';
import {
  approveDeregistration,
  returnDeregistration,
  waiveDeregistration,
} from './judge-certificate.ts';
import { sendCertificate } from './send-certificate.ts';

/** Certificates of deregistration, sent by the winner and reviewed by the seller (DISM-8, DISM-9). */
export function deregistrationRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, media } = context;

  route(app, context, calls.sendCertificate, async ({ viewer, params, body, uploads }) => {
    await sendCertificate(context, viewer, params.id, body, uploads);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.approveDeregistration, async ({ viewer, params, body }) => {
    await approveDeregistration(context, viewer, params.id, body.certificate_id);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.returnDeregistration, async ({ viewer, params, body }) => {
    await returnDeregistration(context, viewer, params.id, body);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.waiveDeregistration, async ({ viewer, params, body }) => {
    await waiveDeregistration(context, viewer, params.id, body.reason);
    return readAuction(pool.db, media, viewer, params.id);
  });
}
