import * as z from 'zod/mini';

const id = z.int32().check(z.positive());

/** A notification to all nodes: the standings of these auctions have changed. */
const standingsNotice = z.object({
  /** All changed auctions. */
  ids: z.array(id),
  /** Auctions whose end has moved or passed, which everybody may see, also if sealed. */
  ends: z.array(id),
  /** [auction id, station id] of stations whose own bid changed. */
  own: z.array(z.tuple([id, id])),
  /** Auctions whose content the seller has changed. */
  facts: z.optional(z.array(id)),
  /**
   * Auctions whose sale has changed after the end. Sent to staff, to the stations among `own`, and in open
   * auctions to everybody if the auction is among `ids` (GEN-4).
   */
  sales: z.optional(z.array(id)),
  /** [auction id, station id] of stations whose maximum or its state changed, which only they are sent (AUTO-9). */
  max_bids: z.optional(z.array(z.tuple([id, id]))),
});

/**
 * The channels between nodes and the shape of each JSON payload (LIVE-6). Nodes of two releases run side by side
 * during an upgrade: a payload may only get new optional keys.
 */
export const CHANNELS = {
  standings: standingsNotice,
  /** The id of a session that has ended or whose user's access has changed. */
  sessions: z.guid(),
  /** A random token with which a node checks that its own notifications arrive. */
  heartbeat: z.guid(),
  /** The worker of some node is running. */
  worker: z.null(),
};

export type Channel = keyof typeof CHANNELS;
export type Payload<C extends Channel> = z.output<(typeof CHANNELS)[C]>;
export type StandingsNotice = Payload<'standings'>;

/** Channels without cached data, so that a malformed payload is not a gap. */
export const STATELESS: readonly Channel[] = ['heartbeat', 'worker'];
