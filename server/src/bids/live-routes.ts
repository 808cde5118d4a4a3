import type {} from '@fastify/websocket';
import { LIVE_CLOSE, LIVE_MS, LIVE_PATH, liveHello } from '@restvarde/contract/live';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { refuse } from '../http/domain-error.ts';
import { type Admission, type Connection, openAdmission } from './live-admission.ts';

const MAX_ID = 2_147_483_647;

/** The two sockets (LIVE-1, LIVE-4). The client's first message is a token; then the server sends. */
export function liveRoutes(
  app: FastifyInstance,
  context: Parameters<typeof openAdmission>[0] & { publicUrl: string },
): void {
  const admission = openAdmission(context);
  const { origin } = new URL(context.publicUrl);
  socketRoute(app, origin, LIVE_PATH.auction, (socket, request) => {
    const text = (request.params as { id: string }).id;
    const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
    return listen(admission, { socket, stream: request.raw.socket }, id > MAX_ID ? 0 : id);
  });
  socketRoute(app, origin, LIVE_PATH.auctions, (socket, request) =>
    listen(admission, { socket, stream: request.raw.socket }, null),
  );
}

/**
 * Accepts sockets from the product's pages and from clients that are not browsers. A plain request gets the usual
 * 404 (API-2). The HTTP response and its listener are released: otherwise each open socket would hold them and
 * use half as much memory again.
 */
function socketRoute(
  app: FastifyInstance,
  publicOrigin: string,
  url: string,
  serve: (socket: WebSocket, request: FastifyRequest) => Promise<void>,
): void {
  app.route({
    method: 'GET',
    url,
    config: { isSocket: true },
    onRequest: async (request) => {
      if (!isOwnPage(request, publicOrigin)) throw refuse.forbidden();
    },
    preHandler: (request, reply, done) => {
      if (request.ws) reply.raw.detachSocket(request.raw.socket);
      done();
    },
    wsHandler: (socket, request) => {
      socket.removeAllListeners('error').on('error', () => socket.terminate());
      return serve(socket, request);
    },
    handler: () => {
      throw refuse.notFound();
    },
  });
}

/** Returns whether the page has the origin of this server or of `publicUrl`. Browsers always send `Origin`. */
function isOwnPage({ headers: { origin, host } }: FastifyRequest, publicOrigin: string): boolean {
  if (origin === undefined || origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Waits for the token and closes with 4401 if none arrives. Later messages may be fresh tokens. */
async function listen(
  admission: Admission,
  connection: Connection,
  auction: number | null,
): Promise<void> {
  const { socket } = connection;
  const token = await firstMessage(socket);
  if (token === null) return socket.close(LIVE_CLOSE.unauthorized);
  socket.on('message', (message: RawData) => {
    const fresh = readToken(message);
    if (fresh !== null) void admission.renew(socket, fresh);
  });
  await admission.open(connection, auction, token);
}

/**
 * Returns the token, or null if none arrives in time. Removes its listeners: otherwise each open socket would
 * hold them.
 */
function firstMessage(socket: WebSocket): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (token: string | null) => {
      clearTimeout(timer);
      socket.off('close', leave).off('error', leave).off('message', read);
      resolve(token);
    };
    const leave = () => settle(null);
    const read = (message: RawData) => settle(readToken(message));
    const timer = setTimeout(leave, LIVE_MS.token);
    socket.on('close', leave).on('error', leave).on('message', read);
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
