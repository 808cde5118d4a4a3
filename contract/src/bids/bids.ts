import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParam, idParams, instant, kronor, MAX_AMOUNT } from '../fields.ts';
import { cursor, page } from '../paging.ts';
import { may } from '../roles.ts';
import { BID_SENTENCE } from './bid-rules.ts';

/** The version of the purchase conditions that a bidder must have accepted (BID-2). */
export const TERMS_VERSION = '2026-11-22';

/** A bid for those who may see the timeline; `id` counts within its auction (AUC-4). */
export const bid = z.object({
  id,
  bid: kronor,
  created_at: instant,
  /** Null if the station is deleted: «Borttagen verkstad». */
  service_station_name: z.nullable(z.string()),
  is_winning_bid: z.boolean(),
  /** An offer that the station accepted after the end (OFFER-9). */
  is_offer: z.boolean(),
  /** The answer of the leader's maximum to a challenge (AUTO-8). */
  automatic: z.boolean(),
});

export type Bid = z.infer<typeof bid>;

/** The validation of an amount that does not depend on the auction (API-3). `required` is for a missing one. */
export const amountOf = (required: string) =>
  z
    .int({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? required : BID_SENTENCE.wholeKronor,
    })
    .check(
      z.gte(1, 'Budet måste vara minst 1 kr.'),
      z.lte(MAX_AMOUNT, 'Budet får vara högst 999 999 999 kr.'),
    );

export const bidAmount = amountOf(BID_SENTENCE.required);

/** The result of an accepted bid for its station (BID-1); `outbid` if a rival's followed at once. */
export const bidOutcome = z.enum(['leading', 'below_reserve', 'sealed', 'outbid']);

export const placedBid = z.object({
  bid: kronor,
  outcome: bidOutcome,
  /** The late bid moved the end (BID-6). */
  extended: z.boolean(),
  end_dt: instant,
  /** Null in a sealed auction. */
  highest_bid: z.nullable(kronor),
  bid_count: z.nullable(z.int()),
  minimum_allowed_bid: kronor,
  my_bid: kronor,
  standing_at: instant,
});

export type PlacedBid = z.infer<typeof placedBid>;

/**
 * Places a bid; 201 means that it is on disk (BID-8). An `Idempotency-Key` header of at most 255
 * characters makes a retry safe: the same answer again, 422 with another body. Errors: 400
 * `{bid: [sentence]}`, with the code `max_was_earlier` if the leader's maximum was as high (AUTO-4), or `{has_accepted_terms: [sentence]}`; 503 with the code `unknown_outcome` if it is not
 * known whether the bid was placed: the same call with its key answers that. The refusal of a low bid has the minimum
 * in its sentence only, since the answer is stored under its key, and the minimum may change.
 */
export const placeBid = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/bids',
  summary: 'Lägg bud',
  may: may.actAsStation,
  params: idParams,
  takesKey: true,
  body: z.object({ bid: bidAmount, has_accepted_terms: z.optional(z.boolean()) }),
  status: 201,
  reply: placedBid,
});

/** The timeline, newest first (AUC-4, ROLE-10). */
export const listBids = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/bids',
  summary: 'Bud',
  may: may.manageAuctions,
  params: idParams,
  query: z.object({ cursor }),
  reply: page(bid),
});

const bidParams = z.object({ id: idParam, bidId: idParam });

/** Removes a bid from an active auction; it is kept for the record (AUC-9). */
export const removeBid = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/bids/:bidId',
  summary: 'Ta bort bud',
  may: may.manageAuctions,
  params: bidParams,
});
