import * as z from 'zod/mini';
import { auction } from '../auctions/auction.ts';
import { formUploads } from '../auctions/save-auction.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { IMAGE_MAX_BYTES } from '../media.ts';
import { may } from '../roles.ts';

/** Ids. Those of the predecessor's files are numbers; empty ones are dropped. */
const idsOf = (one: RegExp) =>
  z.optional(
    z.pipe(
      z.array(z.string().check(z.regex(one))).check(z.maxLength(500)),
      z.transform((ids: string[]) => ids.filter((written) => written !== '')),
    ),
  );

/**
 * Fields of `auctionForm` as text. Absent fields are copied, empty ones cleared, and the result is validated as a new
 * auction. `image_ids`: the pictures in order, by their ids in the predecessor or the ids of their uploads. `file_ids`:
 * the documents of the predecessor to copy. Without these lists all files are copied (RELIST-1). An open offer is
 * withdrawn; with `withdraw_offer` 0 the call is refused instead (HOME-7).
 */
export const relistForm = z.catchall(
  z.object({
    ...formUploads,
    image_ids: idsOf(/^([1-9]\d{0,8}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i),
    file_ids: idsOf(/^([1-9]\d{0,8})?$/),
    withdraw_offer: z.optional(z.enum(['0', '1'])),
  }),
  z.union([z.string(), z.array(z.string())]),
);

/** Lists the object of an auction that has ended without a winner once more: its successor (RELIST-1). */
export const relistAuction = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/relist',
  summary: 'Lägg upp på nytt',
  may: may.manageAuctions,
  params: idParams,
  multipart: { field: 'image', max_bytes: IMAGE_MAX_BYTES },
  body: relistForm,
  form: relistForm,
  takesKey: true,
  status: 201,
  reply: auction,
});
