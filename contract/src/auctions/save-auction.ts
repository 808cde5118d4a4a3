import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { IMAGE_MAX_BYTES, IMAGES_PER_AUCTION } from '../media.ts';
import { may } from '../roles.ts';
import { uploadIds } from '../uploads.ts';
import { auction } from './auction.ts';
import { auctionForm, sentAuctionForm } from './auction-form.ts';

/** The most documents in the call that creates an auction. */
const DOCUMENTS_AT_FIRST = 40;

/** Uploads made while a form was filled in (FORM-13). */
export const formUploads = {
  image_uploads: uploadIds(IMAGES_PER_AUCTION),
  file_uploads: uploadIds(DOCUMENTS_AT_FIRST),
};

/**
 * Lists an object for auction: form fields, `image` and further `images` (FORM-1), and what was uploaded while the
 * form was filled in, pictures behind those (FORM-13).
 */
export const createAuction = endpoint({
  method: 'POST',
  path: '/api/auctions',
  summary: 'Lägg till auktion',
  may: may.manageAuctions,
  query: companyQuery,
  multipart: IMAGE_MAX_BYTES,
  body: z.safeExtend(auctionForm, formUploads),
  takesKey: true,
  status: 201,
  reply: auction,
});

/**
 * Changes an auction to what the form says; a field that is not sent stays as it is, save the categories, of which form
 * data says none by nothing. A new `image` becomes the main one (FORM-1, AUC-15).
 */
export const changeAuction = endpoint({
  method: 'PUT',
  path: '/api/auctions/:id',
  summary: 'Ändra auktion',
  may: may.manageAuctions,
  params: idParams,
  multipart: IMAGE_MAX_BYTES,
  body: sentAuctionForm,
  reply: auction,
});
