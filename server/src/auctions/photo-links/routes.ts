import * as calls from '@restvarde/contract/auctions/photo-links';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { type Callers, route } from '../../http/route.ts';
import { continueUpload } from '../../uploads/continue-upload.ts';
import { findUpload, toPendingUpload } from '../../uploads/pending-uploads.ts';
import { startUpload } from '../../uploads/start-upload.ts';
import { findHolder, readPhotos, refuseOthers } from './phone-photos.ts';
import { closeLink, createLink, readLink } from './photo-links.ts';

/** Links for pictures, and the calls of a phone that has one (FORM-17). */
export function photoLinkRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;

  route(app, context, calls.createPhotoLink, ({ viewer, session_id, body }) =>
    createLink(context, viewer, session_id, body.room),
  );

  route(app, context, calls.getPhotoLink, ({ viewer, params }) =>
    readLink(context, viewer, params.id),
  );

  route(app, context, calls.closePhotoLink, ({ viewer, params }) =>
    closeLink(context, viewer, params.id),
  );

  /** A link takes the place of a session, so that a token of one is never valid for the other. */
  const holders: Callers = {
    ...context,
    sessionOf: (token) => findHolder(context, token),
    sessionOnceOf: () => null,
  };

  route(app, holders, calls.getPhonePhotos, ({ session_id }) => readPhotos(context, session_id));

  route(app, holders, calls.startPhonePhoto, ({ viewer, session_id, body: { view, ...file } }) =>
    startUpload(context, viewer, { kind: 'image', ...file }, { photo_link_id: session_id, view }),
  );

  route(
    app,
    holders,
    calls.continuePhonePhoto,
    async ({ viewer, session_id, params: { id }, query: { offset }, bytes }) => {
      await refuseOthers(db, session_id, id);
      return continueUpload(context, viewer, id, { offset, bytes });
    },
  );

  route(app, holders, calls.getPhonePhoto, async ({ viewer, session_id, params: { id } }) => {
    await refuseOthers(db, session_id, id);
    return toPendingUpload(await findUpload(db, viewer, id));
  });
}
