import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant, kronor } from '../fields.ts';
import { may } from '../roles.ts';

/** The most auctions in the answer; those that end first. */
export const MY_BIDS_LIMIT = 200;

/** The station's standing in a running auction with open bids. */
export const myBid = z.object({
  auction_id: id,
  manufacturer: z.string(),
  model: z.string(),
  /** The station's own highest bid, and the highest of all. */
  my_bid: kronor,
  highest_bid: kronor,
  /** Orders this and the live messages of the auction: an older one changes nothing (LIVE-2). */
  standing_at: instant,
});

export type MyBid = z.infer<typeof myBid>;

/** The running auctions that the station has bid on, except those with hidden bids (LIVE-8). */
export const listMyBids = endpoint({
  method: 'GET',
  path: '/api/my-bids',
  summary: 'Budläget i egna auktioner',
  may: may.actAsStation,
  reply: z.array(myBid),
});
