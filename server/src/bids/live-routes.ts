import type {} from '@fastify/websocket';
import {
  LIVE_CLOSE,
  LIVE_PATH,
  LIVE_READY,
  LIVE_SECONDS,
  liveHello,
} from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { RawData, WebSocket } from 'ws';
import { visible } from '../auctions/visibility.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import type { Database } from '../db/pool.ts';
import { refuse } from '../http/refusal.ts';
import type { Hub } from '../live/hub.ts';

const MAX_ID = 2_147_483_647;

/** The two sockets (LIVE-1, LIVE-4): the first message shows a token, then the server speaks. */
export function liveRoutes(
  app: FastifyInstance,
  context: { db: Database; sessions: Sessions; hub: Hub },
): void {
  const { db, sessions, hub } = context;

  socketRoute(app, LIVE_PATH.auction, async (socket, request) => {
    const session = await greet(socket, sessions);
    if (!session) return;
    const { viewer } = session;
    const written = (request.params as { id: string }).id;
    const id = /^[1-9]\d{0,9}$/.test(written) ? Number(written) : 0;
    if (id > MAX_ID || !(await maySee(db, viewer, id))) {
      socket.close(LIVE_CLOSE.notFound);
      return;
    }
    hub.watchAuction(id, { socket, sessionId: session.id, viewer });
    await letIn(socket, sessions, session.token);
  });

  socketRoute(app, LIVE_PATH.auctions, async (socket) => {
    const session = await greet(socket, sessions);
    if (!session) return;
    hub.watchLists({ socket, sessionId: session.id, viewer: session.viewer });
    await letIn(socket, sessions, session.token);
  });

  sessions.onEnd((sessionId) => hub.close(LIVE_CLOSE.unauthorized, sessionId));
}

/** Serves sockets; a plain call finds nothing here, and is told so as everywhere (API-2). */
function socketRoute(
  app: FastifyInstance,
  url: string,
  serve: (socket: WebSocket, request: FastifyRequest) => Promise<void>,
): void {
  app.route({
    method: 'GET',
    url,
    wsHandler: serve,
    handler: () => {
      throw refuse.notFound();
    },
  });
}

/** Waits for the token; closes with 4401 without a good one. */
async function greet(
  socket: WebSocket,
  sessions: Sessions,
): Promise<(Session & { token: string }) | null> {
  const token = await firstMessage(socket);
  const session = token === null ? null : await sessions.find(token);
  if (token === null || !session || socket.readyState !== socket.OPEN) {
    socket.close(LIVE_CLOSE.unauthorized);
    return null;
  }
  return { ...session, token };
}

/** A session that ended before the hub knew of this socket has closed only the others of its own. */
async function letIn(socket: WebSocket, sessions: Sessions, token: string): Promise<void> {
  if (await sessions.find(token)) socket.send(LIVE_READY);
  else socket.close(LIVE_CLOSE.unauthorized);
}

function firstMessage(socket: WebSocket): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), LIVE_SECONDS.token * 1000);
    const settle = (token: string | null) => {
      clearTimeout(timer);
      resolve(token);
    };
    socket.once('close', () => settle(null));
    socket.once('error', () => settle(null));
    socket.once('message', (message: RawData) => settle(readToken(message)));
  });
}

function readToken(message: RawData): string | null {
  try {
    const parsed = liveHello.safeParse(JSON.parse(message.toString()));
    return parsed.success ? parsed.data.token : null;
  } catch {
    return null;
  }
}

async function maySee(db: Database, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${id} and ${visible(viewer)}`.execute(db);
  return rows.length > 0;
}
