import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, instant, kronor, maxBidState } from '../fields.ts';
import { may } from '../roles.ts';
import { amountOf } from './bids.ts';
import { MAX_BID_SENTENCE } from './max-bid-rules.ts';

/** The result of a maximum for its station, after the whole batch (AUTO-7). */
export const setMaxBidReply = z.object({
  max_bid: kronor,
  state: maxBidState,
  /** The bid that this request placed; null if none. */
  placed: z.nullable(kronor),
  outcome: z.enum(['leading', 'below_reserve', 'outbid']),
  extended: z.boolean(),
  end_dt: instant,
  highest_bid: kronor,
  bid_count: z.int(),
  minimum_allowed_bid: kronor,
  my_bid: kronor,
  standing_at: instant,
});

export type SetMaxBidReply = z.infer<typeof setMaxBidReply>;

/**
 * Sets or changes the station's maximum, up to which the lowest bid that leads is placed for it (AUTO-2). Takes an
 * `Idempotency-Key` as a bid does. Errors: 400 `{max_bid: [sentence]}`, with the code `max_was_earlier` if the leader's
 * maximum was as high, `{has_accepted_terms: [sentence]}`, or `{detail}` where no maximum is allowed; 503 as for a bid.
 */
export const setMaxBid = endpoint({
  method: 'PUT',
  path: '/api/auctions/:id/max-bid',
  summary: 'Sätt maxbud',
  may: may.actAsStation,
  params: idParams,
  takesKey: true,
  body: z.object({
    max_bid: amountOf(MAX_BID_SENTENCE.required),
    has_accepted_terms: z.optional(z.boolean()),
  }),
  reply: setMaxBidReply,
});

/**
 * Withdraws the unused part of the station's maximum; its bids remain (AUTO-2). Takes an `Idempotency-Key`. Errors:
 * 400 `{detail}` after the end; 404 without a maximum.
 */
export const removeMaxBid = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/max-bid',
  summary: 'Ta bort maxbud',
  may: may.actAsStation,
  params: idParams,
  takesKey: true,
});
