import type { Writable } from 'node:stream';
import { setImmediate as letOthers } from 'node:timers/promises';
import { LIVE_ALIVE, LIVE_CLOSE, LIVE_MS } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import type { WebSocket } from 'ws';
import type { Bus } from './bus.ts';
import { textFrame } from './text-frame.ts';

/** A socket that has shown its token. */
export interface Listener {
  socket: WebSocket;
  /** What the socket writes to, uncompressed. */
  stream: Writable;
  /** It has not answered the last ping. */
  isSilent?: boolean;
  /** The auction that it listens to; null for the lists. */
  auction_id: number | null;
  /** Who listens, as of now; null while that is being asked, and nothing is sent. */
  viewer: Viewer | null;
}

/** What changed of an auction since it was published last. */
export interface Change {
  /** Everybody is told who may know; else staff alone, and the stations of `own`. */
  all: boolean;
  /** Its end moved or came. */
  end: boolean;
  /** Stations whose own bid changed. */
  own: Set<number>;
  /** The seller changed what is written or shown. */
  facts: boolean;
  /** Its sale went on after the end. */
  sale: boolean;
}

/** An auction that has changed, as the feature renders it that knows who may see what. */
export interface AuctionUpdate {
  auction_id: number;
  /** Does the auction exist for this listener now? */
  isVisibleTo(viewer: Viewer): boolean;
  /** The message for this listener; null for none. */
  messageFor(viewer: Viewer): string | null;
}

/** Reads changed auctions once for all; `stations` are those that listen on this node. */
export type ReadUpdates = (
  changes: Map<number, Change>,
  stations: number[],
) => Promise<AuctionUpdate[]>;

export interface Hub {
  /** Sends a listener what changes of its auction or of the lists, while it has a viewer and until its socket closes. */
  add(listener: Listener): void;
  /** Closes every socket, each at a moment of its own within this time: those who come back do not come at once. */
  close(code: number, withinMs?: number): void;
  /** How many listen. */
  count(): number;
  stop(): void;
}

/** A reader that is this far behind is dropped rather than buffered for ever (LIVE-5). */
const MAX_BUFFERED = 1024 * 1024;
/** Pings go out in so many parts: ten thousand at once, with their answers, would keep everybody else waiting for some 0.3 s. */
const PING_PARTS = 50;
/** So many are told of a change before others' calls have their turn. */
const TOLD_AT_ONCE = 500;

/**
 * Turns notices from the database into messages on this node's sockets. Each changed auction is read once
 * however many listen, and bids that come while it is being read share the next reading.
 */
export function openHub(bus: Bus, readUpdates: ReadUpdates): Hub {
  const byAuction = new Map<number, Set<Listener>>();
  const lists = new Set<Listener>();
  const pingParts = Array.from({ length: PING_PARTS }, () => new Set<Listener>());
  let added = 0;
  let changes = new Map<number, Change>();
  let isPublishing = false;

  const everyone = function* () {
    for (const part of pingParts) yield* part;
  };

  const changeOf = (id: number): Change => {
    const change = changes.get(id) ?? {
      all: false,
      end: false,
      own: new Set(),
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
    void publishChanges();
  });
  // What was missed is unknown: everybody connects again, and reads what is true.
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
      // The database is away: listeners must not believe that they are up to date.
      hub.close(LIVE_CLOSE.restart);
    } finally {
      isPublishing = false;
    }
  };

  const stationsListening = () => {
    const stations = new Set<number>();
    for (const { viewer } of everyone()) {
      if (viewer?.service_station_id != null) stations.add(viewer.service_station_id);
    }
    return [...stations];
  };

  const publish = async (update: AuctionUpdate) => {
    const frames = openFrames();
    let told = 0;
    for (const listeners of [byAuction.get(update.auction_id), lists]) {
      for (const listener of listeners ?? []) {
        if (++told % TOLD_AT_ONCE === 0) await letOthers();
        // As it is now: what somebody may see can have changed meanwhile.
        const { socket, viewer } = listener;
        if (viewer === null) continue;
        send(listener, frames(update.messageFor(viewer)));
        if (listeners !== lists && !update.isVisibleTo(viewer)) socket.close(LIVE_CLOSE.notFound);
      }
    }
  };

  // A socket that is open but dead is found within two rounds (LIVE-4).
  const alive = textFrame(LIVE_ALIVE);
  let round = 0;
  const pings = setInterval(() => {
    for (const listener of pingParts[round++ % PING_PARTS]!) {
      if (listener.isSilent) listener.socket.terminate();
      listener.isSilent = true;
      listener.socket.ping();
      send(listener, alive);
    }
  }, LIVE_MS.ping / PING_PARTS);
  pings.unref();

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
      const part = pingParts[added++ % PING_PARTS]!.add(listener);
      socket.on('close', () => {
        group.delete(listener);
        part.delete(listener);
        if (auction_id !== null && group.size === 0 && byAuction.get(auction_id) === group) {
          byAuction.delete(auction_id);
        }
      });
      socket.on('pong', () => {
        listener.isSilent = false;
      });
    },
    count: () => pingParts.reduce((count, part) => count + part.size, 0),
    close(code, withinMs = 0) {
      for (const { socket } of [...everyone()]) {
        if (withinMs === 0) socket.close(code);
        else setTimeout(() => socket.close(code), Math.random() * withinMs);
      }
    },
    stop() {
      clearInterval(pings);
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

/** Frames messages; one that is said to many after each other is framed once. */
function openFrames(): (message: string | null) => Buffer | null {
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
