import type { Writable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { LIVE_ALIVE, LIVE_CLOSE } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import type { Bus } from './bus.ts';
import { openPings, type Pinged } from './pings.ts';
import { textFrame } from './text-frame.ts';

/** An admitted socket. */
export interface Listener extends Pinged {
  /** The stream beneath the socket, written without compression. */
  stream: Writable;
  /** The auction that it listens to. Null for the lists. */
  auction_id: number | null;
  /** The current viewer. Null during an access check, when nothing is sent. */
  viewer: Viewer | null;
}

/** What changed in an auction since it was last published. */
export interface Change {
  /** For everybody who may see it. Otherwise only for staff and the stations in `own`. */
  all: boolean;
  /** The end has moved or passed. */
  end: boolean;
  /** Stations whose own bid changed. */
  own: Set<number>;
  /** Stations whose maximum or its state changed. */
  max_bids: Set<number>;
  /** The seller has changed the content. */
  facts: boolean;
  /** The sale has changed after the end. */
  sale: boolean;
}

/** A changed auction, rendered by the feature that knows the visibility rules. */
export interface AuctionUpdate {
  auction_id: number;
  /** Whether the auction is visible to this viewer now. */
  isVisibleTo(viewer: Viewer): boolean;
  /** Returns the message for this viewer. Null if there is none. */
  messageFor(viewer: Viewer): string | null;
}

/** Reads changed auctions once for all listeners. `stations` are those that listen on this node. */
export type ReadUpdates = (
  changes: Map<number, Change>,
  stations: number[],
) => Promise<AuctionUpdate[]>;

export interface Hub {
  /**
   * Sends a listener the changes of its auction or of the lists, while it has a viewer and until its socket
   * closes.
   */
  add(listener: Listener): void;
  /** Closes every socket, each after a random part of `withinMs`, so that clients do not reconnect at once. */
  close(code: number, withinMs?: number): void;
  /** Number of listeners. */
  count(): number;
  stop(): void;
}

/** A reader further behind (bytes) is dropped instead of buffered (LIVE-5). */
const MAX_BUFFERED = 1024 * 1024;
/** Number of listeners served before publishing yields to other work. */
const SERVED_AT_ONCE = 500;

/**
 * Turns database notifications into messages on this node's sockets. Each changed auction is read once for all
 * listeners, and bids placed during a read share the next read.
 */
export function openHub(bus: Bus, readUpdates: ReadUpdates): Hub {
  const byAuction = new Map<number, Set<Listener>>();
  const lists = new Set<Listener>();
  const everyone = new Set<Listener>();
  let changes = new Map<number, Change>();
  let isPublishing = false;

  const changeOf = (id: number): Change => {
    const change = changes.get(id) ?? {
      all: false,
      end: false,
      own: new Set(),
      max_bids: new Set(),
      facts: false,
      sale: false,
    };
    changes.set(id, change);
    return change;
  };

  bus.listen('standings', (notice) => {
    const hasListener = (id: number) => lists.size > 0 || byAuction.has(id);
    for (const id of notice.ids.filter(hasListener)) changeOf(id).all = true;
    for (const id of notice.ends.filter(hasListener)) changeOf(id).end = true;
    for (const id of notice.facts?.filter(hasListener) ?? []) changeOf(id).facts = true;
    for (const id of notice.sales?.filter(hasListener) ?? []) changeOf(id).sale = true;
    for (const [id, station] of notice.own) if (hasListener(id)) changeOf(id).own.add(station);
    for (const [id, station] of notice.max_bids ?? [])
      if (hasListener(id)) changeOf(id).max_bids.add(station);
    void publishChanges();
  });
  // The lost notifications are unknown: every client reconnects and refetches.
  bus.onGap(() => hub.close(LIVE_CLOSE.restart));

  const publishChanges = async () => {
    if (isPublishing) return;
    isPublishing = true;
    try {
      while (changes.size > 0) {
        const changed = changes;
        changes = new Map();
        for (const update of await readUpdates(changed, stationsListening())) await publish(update);
      }
    } catch {
      // The database is unreachable: listeners must not rely on stale data.
      hub.close(LIVE_CLOSE.restart);
    } finally {
      isPublishing = false;
    }
  };

  const stationsListening = () => {
    const stations = new Set<number>();
    for (const { viewer } of everyone) {
      if (viewer?.service_station_id != null) stations.add(viewer.service_station_id);
    }
    return [...stations];
  };

  const publish = async (update: AuctionUpdate) => {
    const frames = frameCache();
    let served = 0;
    for (const listeners of [byAuction.get(update.auction_id), lists]) {
      for (const listener of listeners ?? []) {
        if (++served % SERVED_AT_ONCE === 0) await yieldToOthers();
        // Read here, because access may have changed during the yield.
        const { socket, viewer } = listener;
        if (viewer === null) continue;
        send(listener, frames(update.messageFor(viewer)));
        if (listeners !== lists && !update.isVisibleTo(viewer)) socket.close(LIVE_CLOSE.notFound);
      }
    }
  };

  const alive = textFrame(LIVE_ALIVE);
  const pings = openPings<Listener>((listener) => send(listener, alive));

  const groupOf = (id: number | null): Set<Listener> => {
    if (id === null) return lists;
    const listeners = byAuction.get(id) ?? new Set();
    byAuction.set(id, listeners);
    return listeners;
  };

  const hub: Hub = {
    add(listener) {
      const { socket, auction_id } = listener;
      const group = groupOf(auction_id).add(listener);
      everyone.add(listener);
      pings.add(listener);
      socket.on('close', () => {
        group.delete(listener);
        everyone.delete(listener);
        if (auction_id !== null && group.size === 0 && byAuction.get(auction_id) === group) {
          byAuction.delete(auction_id);
        }
      });
    },
    count: () => everyone.size,
    close(code, withinMs = 0) {
      for (const { socket } of [...everyone]) {
        if (withinMs === 0) socket.close(code);
        else setTimeout(() => socket.close(code), Math.random() * withinMs);
      }
    },
    stop() {
      pings.stop();
      hub.close(LIVE_CLOSE.restart);
    },
  };
  return hub;
}

function send({ socket, stream }: Listener, frame: Buffer | null): void {
  if (frame === null || socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate();
  else stream.write(frame);
}

/** Frames messages. Consecutive equal messages are framed once. */
function frameCache(): (message: string | null) => Buffer | null {
  let last: string | null = null;
  let frame: Buffer | null = null;
  return (message) => {
    if (message !== last) {
      last = message;
      frame = message === null ? null : textFrame(message);
    }
    return frame;
  };
}
