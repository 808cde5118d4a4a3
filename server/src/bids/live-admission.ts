import { LIVE_CLOSE, LIVE_MS, LIVE_READY, LIVE_RENEW } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { visible } from '../auctions/access/visibility.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import { type Queryable, queryPlanned } from '../db/pool.ts';
import type { Hub, Listener } from '../live/hub.ts';

/** The tolerance between two readings of the same session end: each is early by its wait for the database. */
const STALL_MS = 10_000;

/** A WebSocket and the stream it writes to. */
export type Connection = Pick<Listener, 'socket' | 'stream'>;

/** Decides which sockets may listen, for as long as they are open (LIVE-4). */
export interface Admission {
  /** Admits a socket that presented `token` to an auction, or to the lists (null). */
  open(connection: Connection, auction: number | null, token: string): Promise<void>;
  /** Replaces the token with a fresh one of the same session. Ignores any other token. */
  renew(socket: WebSocket, token: string): Promise<void>;
}

interface Client extends Listener {
  session_id: string;
  user_id: number;
  token: string;
  /** Number of access checks started. Only the latest one decides. */
  checks: number;
  /** When the socket closes unless it is renewed, by `performance.now()`. */
  ends_at: number;
  timer?: NodeJS.Timeout;
}

/** Admits sockets to `hub`. Checks access again when a session ends or its user's access changes, on any node. */
export function openAdmission(context: {
  db: Queryable;
  sessions: Sessions;
  hub: Hub;
  /** Maximum number of open sockets per user on this node (LIMIT-3). */
  maxSockets: number;
}): Admission {
  const { db, sessions, hub, maxSockets } = context;
  const clients = new Map<WebSocket, Client>();
  const bySession = new Map<string, Set<Client>>();
  const countByUser = new Map<number, number>();

  /** Nothing is sent during the check. The client refetches after READY, so it misses nothing. */
  const admit = async (client: Client): Promise<void> => {
    const { socket, auction_id } = client;
    const checks = ++client.checks;
    client.viewer = null;
    try {
      const session = await sessions.find(client.token);
      const mayJoin = session && (await mayListen(db, session.viewer, auction_id));
      if (client.checks !== checks) return;
      if (!session) return socket.close(LIVE_CLOSE.unauthorized);
      if (!mayJoin) return socket.close(LIVE_CLOSE.notFound);
      client.viewer = session.viewer;
      expire(client, session);
      socket.send(LIVE_READY);
    } catch {
      socket.close(LIVE_CLOSE.restart);
    }
  };

  const add = (client: Client): void => {
    const others = bySession.get(client.session_id) ?? new Set();
    bySession.set(client.session_id, others.add(client));
    clients.set(client.socket, client);
    countByUser.set(client.user_id, (countByUser.get(client.user_id) ?? 0) + 1);
    client.socket.on('close', () => {
      const left = (countByUser.get(client.user_id) ?? 0) - 1;
      if (left > 0) countByUser.set(client.user_id, left);
      else countByUser.delete(client.user_id);
      clearTimeout(client.timer);
      client.checks++;
      clients.delete(client.socket);
      others.delete(client);
      if (others.size === 0) bySession.delete(client.session_id);
    });
    hub.add(client);
  };

  sessions.onChange((id) => {
    for (const client of bySession.get(id) ?? []) void admit(client);
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
      if ((countByUser.get(user_id) ?? 0) >= maxSockets) return socket.close(LIVE_CLOSE.tooMany);
      const owner = { session_id, user_id, token };
      const client = { socket, stream, auction_id, ...owner, viewer: null, checks: 0, ends_at };
      // Add before the check, so that a session that ends meanwhile finds the socket.
      add(client);
      await admit(client);
    },
    async renew(socket, token) {
      const client = clients.get(socket);
      if (!client || client.token === token) return;
      const session = await sessions.find(token).catch(() => null);
      if (session?.id !== client.session_id || !clients.has(socket)) return;
      client.token = token;
      if (client.viewer === null) await admit(client);
      // Otherwise the session itself ends, and another renewal would not help.
      else if (session.ends_at > client.ends_at + STALL_MS) expire(client, session);
    },
  };
}

/** Requests a fresh token in time, and closes the socket if none arrives before the session or token ends. */
function expire(client: Client, { ends_at }: Session): void {
  client.ends_at = ends_at;
  clearTimeout(client.timer);
  client.timer = setTimeout(requestRenewal, leftMs(client) - LIVE_MS.renewal, client);
}

function requestRenewal(client: Client): void {
  client.socket.send(LIVE_RENEW);
  client.timer = setTimeout(end, leftMs(client), client);
}

function end({ socket }: Client): void {
  socket.close(LIVE_CLOSE.unauthorized);
}

const leftMs = ({ ends_at }: Client) => Math.max(0, ends_at - performance.now());

/**
 * Returns whether the viewer may listen to an auction, or to the lists (null). After a restart all clients call
 * this at once.
 */
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
