import * as z from 'zod/mini';
import { id, instant, kronor, maxBidState } from './fields.ts';

export const LIVE_PATH = { auction: '/ws/auction/:id/', auctions: '/ws/auctions/' } as const;

/** Close codes: not (or no longer) logged in, auction not visible (LIVE-4), and too many sockets (LIMIT-3). */
export const LIVE_CLOSE = {
  unauthorized: 4401,
  notFound: 4404,
  restart: 1012,
  slow: 1013,
  tooMany: 4429,
} as const;

/**
 * The time limit for sending the token, how long before its expiry a fresh one is requested, and
 * the interval of pings (LIVE-4).
 */
export const LIVE_MS = { token: 5_000, renewal: 60_000, ping: 25_000 } as const;

/** From this message on the client misses none, so it can fetch the current data now (LIVE-2). */
export const LIVE_READY = '{"ready":true}';

/** Sent with every ping, which browsers hide from pages, so that a page can detect a dead connection (LIVE-4). */
export const LIVE_ALIVE = '{}';

/** Requests a fresh token before the current one expires (LIVE-4). */
export const LIVE_RENEW = '{"renew":true}';

/** What the client sends after opening (LIVE-1), and when it is asked for a fresh token. */
export const liveHello = z.object({ token: z.string() });

/**
 * The standing of an auction as its receiver may see it (LIVE-2, LIVE-3). Open: `bid` is the highest
 * and `min_bid` the least that is accepted; sealed, for a station: its own. Null is «none» or hidden; a
 * message that lacks a key is ignored.
 */
export const liveMessage = z.object({
  auction_id: id,
  bid: z.nullable(kronor),
  min_bid: kronor,
  end_dt: instant,
  /** Orders messages and answers of one auction: an older one changes nothing. */
  at: instant,
  bid_count: z.nullable(z.int()),
  /** The receiver's own highest bid; present only if it changed. */
  my_bid: z.optional(z.nullable(kronor)),
  /** The receiver's own maximum and its state; present only if one of them changed (AUTO-9). */
  my_max_bid: z.optional(z.nullable(kronor)),
  my_max_state: z.optional(z.nullable(maxBidState)),
  /** The auction has ended: there may be a winner to fetch. */
  closed: z.boolean(),
  /** The seller changed text, images or files: fetch the auction again. Present only if true. */
  facts_changed: z.optional(z.boolean()),
});

export type LiveMessage = z.infer<typeof liveMessage>;
