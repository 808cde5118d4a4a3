import { LIVE_CLOSE, LIVE_MS, LIVE_READY, LIVE_RENEW } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { visible } from '../auctions/access/visibility.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import { type Queryable, queryPlanned } from '../db/pool.ts';
import type { Hub, Listener } from '../live/hub.ts';

/** So far apart two readings of the same end may lie: each is too early by what it waited for the database. */
const STALL_MS = 10_000;

/** A socket, and what it writes to. */
export type Ends = Pick<Listener, 'socket' | 'stream'>;

/** Decides who may listen, for as long as a socket is open (LIVE-4). */
export interface Admission {
  /** Lets a socket that has shown `token` listen to an auction, or to the lists (null). */
  open(ends: Ends, auction: number | null, token: string): Promise<void>;
  /** Takes a fresh token of the same session in place of the one before; silent on any other. */
  renew(socket: WebSocket, token: string): Promise<void>;
}

interface Guest extends Listener {
  session_id: string;
  user_id: number;
  token: string;
  /** Counts the askings whether it may listen: the newest decides. */
  asked: number;
  /** When it is closed unless it is renewed, by `performance.now()`, and what will do it. */
  ends_at: number;
  timer?: NodeJS.Timeout;
}

/** Admission to `hub`: asked again whenever a session ends, or what its user may do changes, on any node. */
export function openAdmission(context: {
  db: Queryable;
  sessions: Sessions;
  hub: Hub;
  /** The most sockets that a user may have open on this node (LIMIT-3). */
  most: number;
}): Admission {
  const { db, sessions, hub, most } = context;
  const guests = new Map<WebSocket, Guest>();
  const bySession = new Map<string, Set<Guest>>();
  const countByUser = new Map<number, number>();

  /** Nothing is sent while it is asked; what was missed by then is fetched again, as after every READY. */
  const admit = async (guest: Guest): Promise<void> => {
    const { socket, auction_id } = guest;
    const asked = ++guest.asked;
    guest.viewer = null;
    try {
      const session = await sessions.find(guest.token);
      const isThere = session && (await mayListen(db, session.viewer, auction_id));
      if (guest.asked !== asked) return;
      if (!session) return socket.close(LIVE_CLOSE.unauthorized);
      if (!isThere) return socket.close(LIVE_CLOSE.notFound);
      guest.viewer = session.viewer;
      expire(guest, session);
      socket.send(LIVE_READY);
    } catch {
      socket.close(LIVE_CLOSE.restart);
    }
  };

  const add = (guest: Guest): void => {
    const others = bySession.get(guest.session_id) ?? new Set();
    bySession.set(guest.session_id, others.add(guest));
    guests.set(guest.socket, guest);
    countByUser.set(guest.user_id, (countByUser.get(guest.user_id) ?? 0) + 1);
    guest.socket.on('close', () => {
      const left = (countByUser.get(guest.user_id) ?? 0) - 1;
      if (left > 0) countByUser.set(guest.user_id, left);
      else countByUser.delete(guest.user_id);
      clearTimeout(guest.timer);
      guest.asked++;
      guests.delete(guest.socket);
      others.delete(guest);
      if (others.size === 0) bySession.delete(guest.session_id);
    });
    hub.add(guest);
  };

  sessions.onChange((id) => {
    for (const guest of bySession.get(id) ?? []) void admit(guest);
  });

  return {
    async open({ socket, stream }, auction_id, token) {
      const session = await sessions.find(token);
      if (!session || socket.readyState !== socket.OPEN) {
        socket.close(LIVE_CLOSE.unauthorized);
        return;
      }
      const { id: session_id, ends_at } = session;
      const { user_id } = session.viewer;
      if ((countByUser.get(user_id) ?? 0) >= most) return socket.close(LIVE_CLOSE.tooMany);
      const who = { session_id, user_id, token };
      const guest = { socket, stream, auction_id, ...who, viewer: null, asked: 0, ends_at };
      // Known before it is asked: a session that ends meanwhile finds it.
      add(guest);
      await admit(guest);
    },
    async renew(socket, token) {
      const guest = guests.get(socket);
      if (!guest || guest.token === token) return;
      const session = await sessions.find(token).catch(() => null);
      if (session?.id !== guest.session_id || !guests.has(socket)) return;
      guest.token = token;
      if (guest.viewer === null) await admit(guest);
      // Else it is the session that ends, and asking again would not help.
      else if (session.ends_at > guest.ends_at + STALL_MS) expire(guest, session);
    },
  };
}

/** Asks for a fresh token in good time, and closes when none came before the session or its token ends. */
function expire(guest: Guest, { ends_at }: Session): void {
  guest.ends_at = ends_at;
  clearTimeout(guest.timer);
  guest.timer = setTimeout(askToRenew, leftMs(guest) - LIVE_MS.renewal, guest);
}

function askToRenew(guest: Guest): void {
  guest.socket.send(LIVE_RENEW);
  guest.timer = setTimeout(end, leftMs(guest), guest);
}

function end({ socket }: Guest): void {
  socket.close(LIVE_CLOSE.unauthorized);
}

const leftMs = ({ ends_at }: Guest) => Math.max(0, ends_at - performance.now());

/** May the viewer listen to an auction, or to the lists (null)? After a restart all who do come back at once. */
export async function mayListen(
  db: Queryable,
  viewer: Viewer,
  auction: number | null,
): Promise<boolean> {
  if (auction === null) return true;
  const statement = sql`
    select from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${auction} and ${visible(viewer)}`;
  const rows = await queryPlanned(db, 'may-listen', statement);
  return rows.length > 0;
}
