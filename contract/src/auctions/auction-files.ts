import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParam, idParams } from '../fields.ts';
import { DOCUMENT_MAX_BYTES, IMAGE_MAX_BYTES, IMAGES_PER_AUCTION, image } from '../media.ts';
import { may } from '../roles.ts';
import { auction, document } from './auction.ts';

/** The file is an upload, or the form's file. */
const added = z.object({ upload_id: z.optional(z.uuid()) });

/** Adds a picture (form data, field `image`, or `upload_id`) to an auction (FORM-5, FORM-13). */
export const addImage = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/images',
  summary: 'Lägg till bild',
  may: may.manageAuctions,
  params: idParams,
  multipart: IMAGE_MAX_BYTES,
  body: added,
  status: 201,
  reply: image,
});

/** Puts an auction's pictures in this order, the first as the main one (FORM-5). */
export const orderImages = endpoint({
  method: 'PATCH',
  path: '/api/auctions/:id/images',
  summary: 'Ordna bilder',
  may: may.manageAuctions,
  params: idParams,
  body: z.object({ image_ids: z.array(id).check(z.maxLength(IMAGES_PER_AUCTION)) }),
  reply: auction,
});

/** Removes a picture from an auction (FORM-5). */
export const removeImage = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/images/:imageId',
  summary: 'Ta bort bild',
  may: may.manageAuctions,
  params: z.object({ id: idParam, imageId: idParam }),
  status: 204,
});

/** Adds a document (form data, field `file`, or `upload_id`) to an auction (FORM-5, FORM-13). */
export const addFile = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/files',
  summary: 'Lägg till dokument',
  may: may.manageAuctions,
  params: idParams,
  multipart: DOCUMENT_MAX_BYTES,
  body: added,
  status: 201,
  reply: document,
});

/** Removes a document from an auction (FORM-5). */
export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/files/:fileId',
  summary: 'Ta bort dokument',
  may: may.manageAuctions,
  params: z.object({ id: idParam, fileId: idParam }),
  status: 204,
});
