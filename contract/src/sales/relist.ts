import * as z from 'zod/mini';
import { auction } from '../auctions/auction.ts';
import { formUploads } from '../auctions/save-auction.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { IMAGE_MAX_BYTES } from '../media.ts';
import { may } from '../roles.ts';

export const RELIST_SENTENCE = {
  upcoming: 'Auktionen har inte startat.',
  running: 'Auktionen pågår.',
  hasWinner: 'Auktionen har en vinnare.',
  hasSuccessor: 'Objektet är redan upplagt på nytt.',
  /** What is refused on an auction that has a successor (RELIST-9). */
  isRelisted: 'Objektet är upplagt på nytt.',
} as const;

/**
 * Fields of `auctionForm` as text. What is absent is copied, what is empty is cleared; the whole is judged as the form
 * of a new auction (RELIST-1).
 */
const relistForm = z.catchall(z.object(formUploads), z.union([z.string(), z.array(z.string())]));

/** Lists the object of an auction that has ended without a winner once more: its successor (RELIST-1). */
export const relistAuction = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/relist',
  summary: 'Lägg upp på nytt',
  may: may.manageAuctions,
  params: idParams,
  multipart: IMAGE_MAX_BYTES,
  body: relistForm,
  form: relistForm,
  status: 201,
  reply: auction,
});
