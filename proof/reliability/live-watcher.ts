import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveMessage } from '@restvarde/contract/live';
import { eventually } from '../../server/test/eventually.ts';
import { openReadySocket } from '../../server/test/live-socket.ts';
import { now } from './bidding-clients.ts';
import type { HeardMessage, SocketLife } from './history.ts';

/** A page whose socket has gone silent reconnects within ten seconds, several times later on a busy machine. */
const RECOVERY_LIMIT_MS = 60_000;

/** An auction as the page shows it. */
interface Shown {
  at: string;
  bid: number | null;
  end_dt: string;
}

/** A page open on all auctions, which reconnects to any node. */
export interface LiveWatcher {
  heard: HeardMessage[];
  lives: SocketLife[];
  reconnects: number;
  /** The auctions that it shows differently from a call to `address`. */
  compare(address: string): Promise<string[]>;
  stop(): void;
}

export function startWatcher(
  name: string,
  access: string,
  auctions: number[],
  addresses: string[],
): LiveWatcher {
  const shown = new Map<number, Shown>();
  const watcher: LiveWatcher = { heard: [], lives: [], reconnects: 0, compare, stop };
  let isOver = false;
  let close = () => {};

  const take = (auction: number, news: Shown) => {
    const known = shown.get(auction);
    if (!known || news.at >= known.at) shown.set(auction, news);
  };
  /** Null if it is not visible: it has ended, and this station has no bid. */
  const read = async (address: string, auction: number): Promise<Shown | null> => {
    const reply = await fetch(`http://${address}/api/auctions/${auction}`, {
      headers: { authorization: `Bearer ${access}` },
      signal: AbortSignal.timeout(4_000),
    });
    if (reply.status === 404) return null;
    // Retried with a new connection.
    if (reply.status !== 200)
      throw new Error(`The page of ${auction} is answered ${reply.status}.`);
    const body = (await reply.json()) as {
      standing_at: string;
      highest_bid: number | null;
      my_bid: number | null;
      hidden_bids: boolean;
      end_dt: string;
    };
    const bid = body.hidden_bids ? body.my_bid : body.highest_bid;
    return { at: body.standing_at, bid, end_dt: body.end_dt };
  };

  const listen = async (address: string, connection: number) => {
    const live = await openReadySocket(address, '/ws/auctions/', access);
    close = () => live.socket.terminate();
    const socket = `${name} ${connection}`;
    const life: SocketLife = { socket, from: now(), to: null };
    watcher.lives.push(life);
    void live.closed.then(() => {
      if (!isOver) life.to = now();
    });
    live.socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as Partial<LiveMessage>;
      if (message.auction_id === undefined || !auctions.includes(message.auction_id)) return;
      const { auction_id: auction, at, bid, end_dt } = message as LiveMessage;
      watcher.heard.push({ socket, auction, at, bid, end_dt, heard_at: now() });
      take(auction, { at, bid, end_dt });
    });
    // After `ready` nothing is missed: what is fetched now is not older (LIVE-2).
    for (const auction of auctions) {
      const is = await read(address, auction);
      if (is) take(auction, is);
    }
    await live.closed;
  };
  const working = async () => {
    for (let connection = 0; !isOver; connection++) {
      await listen(addresses[connection % addresses.length]!, connection).catch(() => close());
      watcher.reconnects = connection;
      await pause(50);
    }
  };
  void working();

  /** Retries until the page has recovered. */
  async function compare(address: string): Promise<string[]> {
    let wrong: string[] = [];
    const isRight = async () => {
      wrong = await differ(address);
      assert.deepEqual(wrong, []);
    };
    await eventually(isRight, RECOVERY_LIMIT_MS).catch((error) => {
      if (wrong.length === 0) throw error;
    });
    return wrong;
  }
  async function differ(address: string): Promise<string[]> {
    const wrong: string[] = [];
    for (const auction of auctions) {
      const is = await read(address, auction);
      const shows = shown.get(auction);
      if (is === null) continue;
      if (shows?.bid !== is.bid || shows.end_dt !== is.end_dt) {
        wrong.push(`auction ${auction}: ${JSON.stringify(shows)} for ${JSON.stringify(is)}`);
      }
    }
    return wrong;
  }
  function stop() {
    isOver = true;
    close();
  }
  return watcher;
}
