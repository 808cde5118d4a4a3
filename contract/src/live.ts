import * as z from 'zod/mini';
import { id, instant, kronor } from './fields.ts';

export const LIVE_PATH = { auction: '/ws/auction/:id/', auctions: '/ws/auctions/' } as const;

/** Close codes: not (or no longer) logged in, nothing there to see (LIVE-4), and too many at once (LIMIT-3). */
export const LIVE_CLOSE = {
  unauthorized: 4401,
  notFound: 4404,
  restart: 1012,
  slow: 1013,
  tooMany: 4429,
} as const;

/**
 * A socket must show its token within so long, is asked for a fresh one so many before that expires, and
 * is pinged every so many (LIVE-4).
 */
export const LIVE_MS = { token: 5_000, renewal: 60_000, ping: 25_000 } as const;

/** Says that from now on nothing is missed: what the client fetches after it can only be newer (LIVE-2). */
export const LIVE_READY = '{"ready":true}';

/** Goes along with every ping, which a browser keeps from its page: by it a page knows a dead line (LIVE-4). */
export const LIVE_ALIVE = '{}';

/** Asks for a fresh token, before the one that was shown expires (LIVE-4). */
export const LIVE_RENEW = '{"renew":true}';

/** What the client sends after opening (LIVE-1), and when it is asked for a fresh token. */
export const liveHello = z.object({ token: z.string() });

/**
 * The whole standing of an auction as its receiver may know it (LIVE-2, LIVE-3). Open: `bid` is the highest
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
  /** The receiver's own highest bid; there only when it changed. */
  my_bid: z.optional(z.nullable(kronor)),
  /** The auction has ended: there may be a winner to fetch. */
  closed: z.boolean(),
  /** What the seller wrote or showed has changed: fetch the auction again. There only when it has. */
  facts_changed: z.optional(z.boolean()),
});

export type LiveMessage = z.infer<typeof liveMessage>;
