import * as calls from '@restvarde/contract/uploads';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { continueUpload } from './continue-upload.ts';
import { findUpload, toPendingUpload } from './pending-uploads.ts';
import { removeUpload } from './remove-uploads.ts';
import { startUpload } from './start-upload.ts';

/** Files that are uploaded in pieces before the object they belong to exists (FORM-13). */
export function uploadRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool } = context;

  route(app, context, calls.startUpload, ({ viewer, body }) => startUpload(context, viewer, body));

  route(app, context, calls.continueUpload, ({ viewer, params, query, bytes }) =>
    continueUpload(context, viewer, params.id, { offset: query.offset, bytes }),
  );

  route(app, context, calls.getUpload, async ({ viewer, params }) =>
    toPendingUpload(await findUpload(pool.db, viewer, params.id)),
  );

  route(app, context, calls.removeUpload, ({ viewer, params }) =>
    removeUpload(context, viewer, params.id),
  );
}
