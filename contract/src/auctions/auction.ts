import * as z from 'zod/mini';
import { category } from '../categories.ts';
import { bidIncrement } from '../companies/companies.ts';
import { DISMANTLING_BIDDERS } from '../dismantling.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParams, instant, kronor, maxBidState } from '../fields.ts';
import { image, imageSizes } from '../media.ts';
import { may } from '../roles.ts';
import { collection } from '../sale/collection.ts';
import { deregistration } from '../sale/deregistration.ts';
import { offer, saleStatus, saleTerms, stationOffer } from '../sale/sale.ts';
import { SALE_PHASES } from '../sale/sale-phase.ts';
import { damageCode, runAndDrive } from './condition-codes.ts';
import { documentKind } from './document-kinds.ts';
import { replySchemas } from './fields.ts';
import { imageView } from './image-views.ts';

/** What a card of a list shows (LIST-8). Null is also what the viewer may not know (AUC-13, AUC-14). */
export const auctionCard = z.extend(z.object(replySchemas('card')), {
  id,
  number: z.string(),
  /** The id of another system (FEED-3); null for stations, and if people made the auction. */
  external_id: z.nullable(z.string()),
  categories: z.array(category),
  company_name: z.string(),
  company_logo: z.nullable(z.string()),
  bid_count: z.nullable(z.int()),
  highest_bid: z.nullable(kronor),
  minimum_allowed_bid: kronor,
  /** The main picture: detail size, thumb, and all sizes. */
  image: z.nullable(z.string()),
  thumb: z.nullable(z.string()),
  sizes: z.nullable(imageSizes),
  image_count: z.int(),
  /** How many of the twelve views have a picture (DMG-6). */
  photo_score: z.int(),
  /** The facts of its condition that cards show (DMG-1). */
  run_and_drive: z.nullable(runAndDrive),
  primary_damage: z.nullable(damageCode),
  keys: z.nullable(z.int()),
  has_active_alert: z.boolean(),
  is_active: z.boolean(),
  has_started: z.boolean(),
  winning_bid: z.nullable(kronor),
  /** The caller's station's own highest bid. */
  my_bid: z.nullable(kronor),
  /** The caller's station's maximum and its state; null without one, for others, and after the end (AUTO-7). */
  my_max_bid: z.nullable(kronor),
  my_max_state: z.nullable(maxBidState),
  has_notified_winner: z.boolean(),
  /** When the winner was notified; for a station, when it was notified itself. */
  winner_notified_at: z.nullable(instant),
  /** The street address of the place, if known; only for the notified winner. */
  pickup_address: z.nullable(z.string()),
  /** Is the reserve met? Null without a reserve, and where it may not be shown (AUC-14). */
  reserve_met: z.nullable(z.boolean()),
  /** The outcome for a station with a bid that is not removed. Null before the end, and for staff without bids (OFFER-3). */
  sale_status: z.nullable(saleStatus),
  /** Until when the seller decides, while that is pending (OFFER-3). */
  decision_due_at: z.nullable(instant),
  /** The newest offer to the caller's station, until somebody has bought the object (OFFER-8). */
  offer: z.nullable(stationOffer),
  /** The collection of the object, for staff and the notified winner (PICK-1). */
  collection: z.nullable(collection),
  /** For staff who may edit and the notified winner, if the seller follows deregistration (DISM-7). */
  deregistration: z.nullable(deregistration),
  /** Orders what is known of bids and end: an older one changes nothing (LIVE-2). */
  standing_at: instant,
  /** The full name of the case manager, for case managers and above (ROLE-10). */
  manager_name: z.nullable(z.string()),
  can_edit: z.boolean(),
});

export type AuctionCard = z.infer<typeof auctionCard>;

export const document = z.object({
  id,
  name: z.string(),
  file: z.string(),
  size: z.int(),
  kind: documentKind,
});

export type Document = z.infer<typeof document>;

/** A picture of an auction, with what it shows. */
export const auctionImage = z.extend(image, { view: imageView });

export type AuctionImage = z.infer<typeof auctionImage>;

const relisted = z.nullable(z.object({ id, number: z.string() }));

/** One auction as its viewer may see it (AUC-1). */
export const auction = z.extend(z.extend(auctionCard, replySchemas('auction')), {
  /** The last day to collect, YYYY-MM-DD: the end's date + 10 days. */
  pickup_date: z.string(),
  cancelled: z.boolean(),
  /** Stations may set a maximum (AUTO-1). */
  allows_max_bids: z.boolean(),
  /** Minutes by which a late bid moves the end; 0 turns it off (BID-6). */
  extension_minutes: z.int(),
  bid_increment_intervals: z.array(bidIncrement),
  image_id: z.nullable(id),
  /** What the main picture shows. */
  image_view: imageView,
  additional_images: z.array(auctionImage),
  files: z.array(document),
  company: z.object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    city: z.string(),
  }),
  winning_bid_id: z.nullable(id),
  sale_terms: saleTerms,
  /** Working days to decide in after an end without a winner; 0: no deadline (OFFER-1). */
  decision_days: z.int(),
  /** For staff: the newest first (OFFER-7); null for stations. */
  offers: z.nullable(z.array(offer)),
  /** The caller's station's own last bid, when it has been removed (AUC-9). */
  my_removed_bid: z.nullable(kronor),
  /** For staff: the auction whose object this one relists (RELIST-4). */
  relisted_from: relisted,
  /** The auction that relists the object; for a station only if it may see it (RELIST-4). */
  relisted_as: relisted,
  /** For case managers and above (ROLE-10). A token has no email (FEED-2). */
  created_by: z.nullable(
    z.object({ first_name: z.string(), last_name: z.string(), email: z.nullable(z.string()) }),
  ),
  /** For staff who may edit it: the station that has bought it, with its contact (PICK-17). */
  buyer: z.nullable(
    z.object({
      number: z.string(),
      name: z.string(),
      /** Empty if it is not known (STN-11). */
      phone: z.string(),
      /** Null if the station has no contact any more. */
      first_name: z.nullable(z.string()),
      last_name: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
  /** Who may see and bid on it if it is for dismantling (DISM-3). */
  dismantling_bidders: z.enum(DISMANTLING_BIDDERS),
  /** Whether the caller's station may bid on it now; null for staff (DISM-3). */
  may_bid: z.nullable(z.boolean()),
  /** The phase of the sale, which decides what may be changed (AUC-15); null for stations. */
  sale_phase: z.nullable(z.enum(SALE_PHASES)),
  server_time: instant,
});

export type Auction = z.infer<typeof auction>;

/** One auction as its viewer may see it. */
export const getAuction = endpoint({
  method: 'GET',
  path: '/api/auctions/:id',
  summary: 'En auktion',
  may: may.anyUser,
  params: idParams,
  reply: auction,
});

/** Ends an active auction now; its bids remain, without an automatic winner (AUC-6). */
export const cancelAuction = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/cancel',
  summary: 'Avsluta auktion',
  may: may.manageAuctions,
  params: idParams,
  reply: auction,
});

/** Deletes an auction for everyone; it is kept for the record (AUC-7). */
export const deleteAuction = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id',
  summary: 'Radera auktion',
  may: may.manageAuctions,
  params: idParams,
});

/** Notifies the winner by mail. Idempotent (AUC-10). */
export const notifyWinner = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/notify-winner',
  summary: 'Meddela vinnare',
  may: may.manageAuctions,
  params: idParams,
  reply: auction,
});
