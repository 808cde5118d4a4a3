import { LIVE_ALIVE, LIVE_CLOSE, LIVE_SECONDS } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import type { WebSocket } from 'ws';
import type { Bus } from './bus.ts';
import type { StandingsNotice } from './standings-notice.ts';

/** A socket that has shown its token. */
export interface Listener {
  socket: WebSocket;
  /** It has not answered the last ping. */
  isSilent?: boolean;
  sessionId: string;
  viewer: Viewer;
}

/** What changed of an auction since it was told last. */
export interface Change {
  /** Its end moved or came. */
  end: boolean;
  /** Stations whose own bid changed. */
  own: Set<number>;
  /** The seller changed what is written or shown. */
  facts: boolean;
}

/** An auction that has changed, as the feature renders it that knows who may see what. */
export interface Telling {
  auction_id: number;
  /** Does the auction exist for this listener now? */
  isVisibleTo(viewer: Viewer): boolean;
  /** The message for this listener; null for none. */
  messageFor(viewer: Viewer): string | null;
}

/** Reads changed auctions once for all; `stations` are those that listen on this node. */
export type ReadTellings = (changes: Map<number, Change>, stations: number[]) => Promise<Telling[]>;

export interface Hub {
  watchAuction(id: number, listener: Listener): void;
  watchLists(listener: Listener): void;
  /** Closes every socket of a session, or all of them. */
  close(code: number, sessionId?: string): void;
  stop(): void;
}

/** A reader that is this far behind is dropped rather than buffered for ever (LIVE-5). */
const MAX_BUFFERED = 1024 * 1024;

/**
 * Turns notices from the database into messages on this node's sockets. Each changed auction is read once
 * however many listen, and bids that come while it is being read share the next reading.
 */
export function openHub(bus: Bus, readTellings: ReadTellings): Hub {
  const byAuction = new Map<number, Set<Listener>>();
  const lists = new Set<Listener>();
  let changes = new Map<number, Change>();
  let isTelling = false;

  const everyone = function* () {
    yield* lists;
    for (const listeners of byAuction.values()) yield* listeners;
  };

  const changeOf = (id: number): Change => {
    const change = changes.get(id) ?? { end: false, own: new Set(), facts: false };
    changes.set(id, change);
    return change;
  };

  bus.listen('standings', (payload) => {
    const notice = payload as StandingsNotice;
    const isHeard = (id: number) => lists.size > 0 || byAuction.has(id);
    for (const id of notice.ids.filter(isHeard)) changeOf(id);
    for (const id of notice.ends.filter(isHeard)) changeOf(id).end = true;
    for (const id of notice.facts?.filter(isHeard) ?? []) changeOf(id).facts = true;
    for (const [id, station] of notice.own) if (isHeard(id)) changeOf(id).own.add(station);
    void tell();
  });
  // What was missed is unknown: everybody connects again, and reads what is true.
  bus.onGap(() => hub.close(LIVE_CLOSE.restart));

  const tell = async () => {
    if (isTelling) return;
    isTelling = true;
    try {
      while (changes.size > 0) {
        const changed = changes;
        changes = new Map();
        for (const telling of await readTellings(changed, stationsListening())) spread(telling);
      }
    } catch {
      // The database is away: listeners must not believe that they are up to date.
      hub.close(LIVE_CLOSE.restart);
    } finally {
      isTelling = false;
    }
  };

  const stationsListening = () => {
    const stations = new Set<number>();
    for (const { viewer } of everyone()) {
      if (viewer.service_station_id !== null) stations.add(viewer.service_station_id);
    }
    return [...stations];
  };

  const spread = (telling: Telling) => {
    for (const { socket, viewer } of byAuction.get(telling.auction_id) ?? []) {
      send(socket, telling.messageFor(viewer));
      if (!telling.isVisibleTo(viewer)) socket.close(LIVE_CLOSE.notFound);
    }
    for (const { socket, viewer } of lists) send(socket, telling.messageFor(viewer));
  };

  // One timer for all: a socket that is open but dead is found within two rounds (LIVE-4).
  const pings = setInterval(() => {
    for (const listener of everyone()) {
      if (listener.isSilent) listener.socket.terminate();
      listener.isSilent = true;
      listener.socket.ping();
      send(listener.socket, LIVE_ALIVE);
    }
  }, LIVE_SECONDS.ping * 1000);
  pings.unref();

  const welcome = (listener: Listener, leave: () => void) => {
    listener.socket.on('close', leave);
    listener.socket.on('pong', () => {
      listener.isSilent = false;
    });
  };

  const hub: Hub = {
    watchAuction(id, listener) {
      const listeners = byAuction.get(id) ?? new Set();
      byAuction.set(id, listeners.add(listener));
      welcome(listener, () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byAuction.get(id) === listeners) byAuction.delete(id);
      });
    },
    watchLists(listener) {
      lists.add(listener);
      welcome(listener, () => lists.delete(listener));
    },
    close(code, sessionId) {
      for (const listener of [...everyone()]) {
        if (sessionId === undefined || listener.sessionId === sessionId)
          listener.socket.close(code);
      }
    },
    stop() {
      clearInterval(pings);
      hub.close(LIVE_CLOSE.restart);
    },
  };
  return hub;
}

function send(socket: WebSocket, message: string | null): void {
  if (message === null || socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate();
  else socket.send(message);
}
