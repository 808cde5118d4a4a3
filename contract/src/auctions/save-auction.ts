import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { IMAGE_MAX_BYTES, IMAGES_PER_AUCTION } from '../media.ts';
import { may } from '../roles.ts';
import { uploadIds } from '../uploads.ts';
import { auction } from './auction.ts';
import { auctionForm, sentAuctionForm } from './auction-form.ts';
import { documentKind } from './document-kinds.ts';
import { writtenView } from './image-views.ts';

/** Maximum number of documents in the call that creates an auction. */
const DOCUMENTS_AT_FIRST = 40;

/** What the picture `image` of a form shows (DMG-6). */
const coverView = { image_view: z.optional(writtenView) };

/**
 * Uploads made while a form was filled in (FORM-13), the views of the pictures (DMG-6) and the kinds of the documents
 * (DMG-7), in the same order.
 */
export const formUploads = {
  ...coverView,
  image_uploads: uploadIds(IMAGES_PER_AUCTION),
  image_views: z.optional(z.array(writtenView).check(z.maxLength(IMAGES_PER_AUCTION))),
  file_uploads: uploadIds(DOCUMENTS_AT_FIRST),
  file_kinds: z.optional(z.array(documentKind).check(z.maxLength(DOCUMENTS_AT_FIRST))),
};

/**
 * Creates an auction from form fields, `image` and further `images` (FORM-1), and files uploaded while the form was
 * filled in, whose pictures come last (FORM-13).
 */
export const createAuction = endpoint({
  method: 'POST',
  path: '/api/auctions',
  summary: 'Lägg till auktion',
  may: may.manageAuctions,
  query: companyQuery,
  multipart: { field: 'image', max_bytes: IMAGE_MAX_BYTES },
  body: z.safeExtend(auctionForm, formUploads),
  takesKey: true,
  status: 201,
  reply: auction,
});

/**
 * Changes an auction. Fields that are not sent keep their values, except the categories, which form data cannot send
 * empty: without them there are none. A new `image` becomes the main one (FORM-1, AUC-15).
 */
export const changeAuction = endpoint({
  method: 'PUT',
  path: '/api/auctions/:id',
  summary: 'Ändra auktion',
  may: may.manageAuctions,
  params: idParams,
  multipart: { field: 'image', max_bytes: IMAGE_MAX_BYTES },
  body: z.extend(sentAuctionForm, coverView),
  reply: auction,
});
