import * as z from 'zod/mini';
import { auctionChangeForm, auctionForm } from './auction-form.ts';
import { SALE_PHASES } from './auction-locks.ts';
import { AUCTION_ORDERINGS } from './auction-sorts.ts';
import { category, companyQuery } from './categories.ts';
import { bidIncrement } from './companies.ts';
import { isDate } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, idParams, instant, kronor, repeated, text } from './fields.ts';
import {
  DOCUMENT_MAX_BYTES,
  IMAGE_MAX_BYTES,
  IMAGES_PER_AUCTION,
  image,
  imageSizes,
} from './media.ts';
import { cursor, page } from './paging.ts';
import { may } from './roles.ts';

/** What a card of a list shows (LIST-8). Null is also what the viewer may not know (AUC-13, AUC-14). */
export const auctionCard = z.object({
  id,
  number: z.string(),
  start_dt: instant,
  end_dt: instant,
  manufacturer: z.string(),
  model: z.string(),
  model_year: z.nullable(z.int()),
  /** In mil, ten kilometres (AUC-17). */
  mileage: z.nullable(z.int()),
  registration_number: z.string(),
  chassis_number: z.string(),
  damage_condition: z.enum(['DISASSEMBLY', 'REPAIR']),
  reservation_price: z.nullable(kronor),
  hidden_reservation_price: z.boolean(),
  start_bid: kronor,
  hidden_bids: z.boolean(),
  is_global: z.boolean(),
  categories: z.array(category),
  staging_area: z.nullable(id),
  staging_area_name: z.string(),
  company_name: z.string(),
  company_logo: z.nullable(z.string()),
  bid_count: z.nullable(z.int()),
  highest_bid: z.nullable(kronor),
  minimum_allowed_bid: kronor,
  /** The main picture: detail size, thumb, and all sizes. */
  image: z.nullable(z.string()),
  thumb: z.nullable(z.string()),
  sizes: z.nullable(imageSizes),
  has_active_alert: z.boolean(),
  is_active: z.boolean(),
  has_started: z.boolean(),
  winning_bid: z.nullable(kronor),
  /** The caller's station's own highest bid. */
  my_bid: z.nullable(kronor),
  has_notified_winner: z.boolean(),
  /** When that was: to a station when it was told itself that it won. */
  winner_notified_at: z.nullable(instant),
  /** Is the reserve met? Null without a reserve, and where it may not be told (AUC-14). */
  reserve_met: z.nullable(z.boolean()),
  /** Orders what is known of bids and end: an older one changes nothing (LIVE-2). */
  standing_at: instant,
  can_edit: z.boolean(),
});

export type AuctionCard = z.infer<typeof auctionCard>;

export const document = z.object({ id, name: z.string(), file: z.string(), size: z.int() });

export type Document = z.infer<typeof document>;

/** One auction as its viewer may see it (AUC-1). */
export const auction = z.object({
  ...auctionCard.shape,
  description: z.string(),
  /** The last day to collect, YYYY-MM-DD: the end's date + 10 days. */
  pickup_date: z.string(),
  cancelled: z.boolean(),
  /** Minutes by which a late bid moves the end; 0 turns it off (BID-6). */
  extension_minutes: z.int(),
  bid_increment_intervals: z.array(bidIncrement),
  image_id: z.nullable(id),
  additional_images: z.array(image),
  files: z.array(document),
  company: z.object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    city: z.string(),
  }),
  winning_bid_id: z.nullable(id),
  /** The caller's station's own last bid, when it has been removed (AUC-9). */
  my_removed_bid: z.nullable(kronor),
  /** For case managers and above (ROLE-10). */
  created_by: z.nullable(
    z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  ),
  /** How far the sale has come, by which the form knows what may be changed (AUC-15); null for stations. */
  sale_phase: z.nullable(z.enum(SALE_PHASES)),
  server_time: instant,
});

export type Auction = z.infer<typeof auction>;

const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((value: '0' | '1') => value === '1'),
);
const day = z.string().check(z.refine(isDate, 'Ange datum som ÅÅÅÅ-MM-DD'));
const contains = z.optional(text(60));

/** LIST-2: text filters are «contains», dates are Stockholm days (LIST-5). */
export const auctionFilter = z.object({
  ...companyQuery.shape,
  number: contains,
  category: z.optional(repeated(idParam)),
  registration_number: contains,
  chassis_number: contains,
  manufacturer: contains,
  buyer: contains,
  start_dt: z.optional(day),
  end_dt: z.optional(day),
  is_active: z.optional(flag),
  has_started: z.optional(flag),
  ordering: z.optional(z.enum(AUCTION_ORDERINGS)),
  cursor,
});

export type AuctionFilter = z.output<typeof auctionFilter>;

/** The auctions that the caller may see, by cursor (LIST-1–5). */
export const listAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions',
  summary: 'Auktioner',
  may: may.anyUser,
  query: auctionFilter,
  reply: page(auctionCard),
});

/** The auctions that the station has bid on or watches (LIST-6). */
export const listMyAuctions = endpoint({
  ...listAuctions,
  path: '/api/my-auctions',
  summary: 'Mina auktioner',
  may: may.actAsStation,
});

/** The auctions that the station won and was told of (LIST-6). */
export const listWonAuctions = endpoint({
  ...listAuctions,
  path: '/api/won-auctions',
  summary: 'Vunna auktioner',
  may: may.actAsStation,
});

/** One auction as its viewer may see it. */
export const getAuction = endpoint({
  method: 'GET',
  path: '/api/auctions/:id',
  summary: 'En auktion',
  may: may.anyUser,
  params: idParams,
  reply: auction,
});

/** Lists an object for auction: form fields, `image` and further `images` (FORM-1). */
export const createAuction = endpoint({
  method: 'POST',
  path: '/api/auctions',
  summary: 'Lägg till auktion',
  may: may.manageAuctions,
  query: companyQuery,
  multipart: IMAGE_MAX_BYTES,
  body: auctionForm,
  status: 201,
  reply: auction,
});

/** Adds a picture (form data, field `image`) to an auction (FORM-5). */
export const addImage = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/images',
  summary: 'Lägg till bild',
  may: may.manageAuctions,
  params: idParams,
  multipart: IMAGE_MAX_BYTES,
  body: z.object({}),
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

/** Ends an active auction now; its bids stand, nobody wins by itself (AUC-6). */
export const cancelAuction = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/cancel',
  summary: 'Avsluta auktion',
  may: may.manageAuctions,
  params: idParams,
  reply: auction,
});

/** Deletes an auction for everyone; it is kept for the books (AUC-7). */
export const deleteAuction = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id',
  summary: 'Radera auktion',
  may: may.manageAuctions,
  params: idParams,
  status: 204,
});

/** Changes an auction to what the form says; a new `image` becomes the main one (FORM-1, AUC-15). */
export const changeAuction = endpoint({
  method: 'PUT',
  path: '/api/auctions/:id',
  summary: 'Ändra auktion',
  may: may.manageAuctions,
  params: idParams,
  multipart: IMAGE_MAX_BYTES,
  body: auctionChangeForm,
  reply: auction,
});

/** Adds a document (form data, field `file`) to an auction (FORM-5). */
export const addFile = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/files',
  summary: 'Lägg till dokument',
  may: may.manageAuctions,
  params: idParams,
  multipart: DOCUMENT_MAX_BYTES,
  body: z.object({}),
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

/** Tells the winner by mail, once however often it is called (AUC-10). */
export const notifyWinner = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/notify-winner',
  summary: 'Meddela vinnare',
  may: may.manageAuctions,
  params: idParams,
  reply: auction,
});

/** A change of an auction: who, when, what, with the values before and after (AUC-16). */
export const historyEntry = z.object({
  id,
  at: instant,
  action: z.string(),
  /** Null: the product itself. */
  user: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** Whose the bid was that was removed or chosen; null without one, and where the station is deleted. */
  service_station_name: z.nullable(z.string()),
});

export type HistoryEntry = z.infer<typeof historyEntry>;

/** «Historik», oldest first; for those who may edit (AUC-16). */
export const getHistory = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/history',
  summary: 'Historik',
  may: may.manageAuctions,
  params: idParams,
  reply: z.array(historyEntry),
});

/** The list as CSV, with its filters and order (LIST-10): UTF-8 with BOM, semicolons. */
export const exportAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions/export',
  summary: 'Exportera auktioner',
  may: may.manageAuctions,
  query: auctionFilter,
  download: { name: 'auktioner.csv', type: 'text/csv; charset=utf-8' },
});
