import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParam, idParams } from '../fields.ts';
import { DOCUMENT_MAX_BYTES, IMAGE_MAX_BYTES, IMAGES_PER_AUCTION } from '../media.ts';
import { may } from '../roles.ts';
import { auction, auctionImage, document } from './auction.ts';
import { documentKind } from './document-kinds.ts';
import { writtenView } from './image-views.ts';

/** The file is an upload, or the form's file. */
const added = z.object({ upload_id: z.optional(z.uuid()) });

const imageParams = z.object({ id: idParam, imageId: idParam });

const fileParams = z.object({ id: idParam, fileId: idParam });

/** Adds a picture (form data, field `image`, or `upload_id`) to an auction (FORM-5, FORM-13, DMG-6). */
export const addImage = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/images',
  summary: 'Lägg till bild',
  may: may.manageAuctions,
  params: idParams,
  multipart: { field: 'image', max_bytes: IMAGE_MAX_BYTES },
  body: z.extend(added, { view: z.optional(writtenView) }),
  status: 201,
  reply: auctionImage,
});

/** Orders an auction's pictures; the first becomes the main one (FORM-5). */
export const orderImages = endpoint({
  method: 'PATCH',
  path: '/api/auctions/:id/images',
  summary: 'Ordna bilder',
  may: may.manageAuctions,
  params: idParams,
  body: z.object({ image_ids: z.array(id).check(z.maxLength(IMAGES_PER_AUCTION)) }),
  reply: auction,
});

/** Sets what a picture shows (DMG-6). */
export const changeImage = endpoint({
  method: 'PATCH',
  path: '/api/auctions/:id/images/:imageId',
  summary: 'Ange vad en bild visar',
  may: may.manageAuctions,
  params: imageParams,
  body: z.object({ view: writtenView }),
  reply: auctionImage,
});

/** Removes a picture from an auction (FORM-5). */
export const removeImage = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/images/:imageId',
  summary: 'Ta bort bild',
  may: may.manageAuctions,
  params: imageParams,
});

/** Adds a document (form data, field `file`, or `upload_id`) to an auction (FORM-5, FORM-13, DMG-7). */
export const addFile = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/files',
  summary: 'Lägg till dokument',
  may: may.manageAuctions,
  params: idParams,
  multipart: { field: 'file', max_bytes: DOCUMENT_MAX_BYTES },
  body: z.extend(added, { kind: z.optional(documentKind) }),
  status: 201,
  reply: document,
});

/** Sets what a document is (DMG-7). */
export const changeFile = endpoint({
  method: 'PATCH',
  path: '/api/auctions/:id/files/:fileId',
  summary: 'Ange vad ett dokument är',
  may: may.manageAuctions,
  params: fileParams,
  body: z.object({ kind: documentKind }),
  reply: document,
});

/** Removes a document from an auction (FORM-5). */
export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/files/:fileId',
  summary: 'Ta bort dokument',
  may: may.manageAuctions,
  params: fileParams,
});
