import * as z from 'zod/mini';

const id = z.int32().check(z.positive());

/** What one node notifies all of: these auctions' standings have changed. */
const standingsNotice = z.object({
  /** All of them. */
  ids: z.array(id),
  /** Those whose end moved or came: what everybody may see, in a sealed auction too. */
  ends: z.array(id),
  /** [auction id, station id] of those whose own bid changed. */
  own: z.array(z.tuple([id, id])),
  /** Those of which the seller changed what is written or shown. */
  facts: z.optional(z.array(id)),
  /**
   * Those whose sale went on after the end: for staff, for the stations among `own`, and where bids are open for
   * everybody if it is among `ids` (GEN-4).
   */
  sales: z.optional(z.array(id)),
});

/**
 * The channels on which nodes notify each other, with the shape of each payload, which is JSON (LIVE-6). Nodes of two
 * releases run side by side during an upgrade: a payload may get new optional keys, and nothing else of it changes.
 */
export const CHANNELS = {
  standings: standingsNotice,
  /** The id of a session that has ended, or whose user may do other things than before. */
  sessions: z.guid(),
  /** A random token, by which a node checks that its own notifications arrive. */
  heartbeat: z.guid(),
  /** A worker of some node does its work. */
  worker: z.null(),
};

export type Channel = keyof typeof CHANNELS;
export type Payload<C extends Channel> = z.output<(typeof CHANNELS)[C]>;
export type StandingsNotice = Payload<'standings'>;

/** Nothing is cached from these, so nothing has to be read again after a payload that was not understood. */
export const STATELESS: readonly Channel[] = ['heartbeat', 'worker'];
