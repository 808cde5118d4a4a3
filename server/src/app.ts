import { randomBytes } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import fastifyWebsocket from '@fastify/websocket';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { adminRoutes } from './admin/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { unsubscribeRoutes } from './alerts/unsubscribe.ts';
import { auctionRoutes } from './auctions/routes.ts';
import { authRoutes } from './auth/routes.ts';
import type { Sessions } from './auth/sessions.ts';
import type { BidDesk } from './bids/bid-desk.ts';
import { liveRoutes } from './bids/live-routes.ts';
import { bidRoutes } from './bids/routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import type { OperatorContact, SecurityContact } from './config.ts';
import type { AppContext } from './context.ts';
import type { OutageLog } from './db/outage-log.ts';
import { normalizeForwardedFor } from './http/address-group.ts';
import { endConnections } from './http/connections/end-connections.ts';
import { leaveTogether } from './http/connections/leave-together.ts';
import { refuse } from './http/domain-error.ts';
import { openApiRoutes } from './http/open-api.ts';
import { policyReportRoute } from './http/policy-reports.ts';
import { acceptBytes } from './http/raw-bytes.ts';
import { answerErrors, answerUnparsable } from './http/replies.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { reportUntrustedProxy } from './http/untrusted-proxy.ts';
import type { Hub } from './live/hub.ts';
import { FILE_NAME_LENGTH } from './media/documents.ts';
import { mediaRoutes } from './media/routes.ts';
import type { NodeMetrics } from './metrics/node-metrics.ts';
import { noticeRoutes } from './notices/routes.ts';
import { logAccess } from './operation/access-log.ts';
import { contactRoute } from './operation/contact-route.ts';
import type { Readiness } from './operation/readiness.ts';
import type { Release } from './operation/release-of.ts';
import { operationRoutes } from './operation/routes.ts';
import { securityTxtRoute } from './operation/security-txt.ts';
import { answerUnreadable, webRoutes } from './pages/web-app.ts';
import { collectionRoutes } from './sales/collection/routes.ts';
import { deregistrationRoutes } from './sales/deregistration/routes.ts';
import { relistRoutes } from './sales/relist/routes.ts';
import { saleRoutes } from './sales/routes.ts';
import { serviceStationRoutes } from './service-stations/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import type { Tracer } from './tracing/tracer.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { userRoutes } from './users/routes.ts';

export interface AppParts {
  /** False: no route but those of operators (OPS-17). */
  answersCalls: boolean;
  /** Null: nothing is traced. */
  tracer: Tracer | null;
  readiness: Readiness;
  outages: OutageLog;
  /** What is running, for `/version`. */
  release: Release;
  metrics: NodeMetrics;
  /** A line in the log for each answer (OPS-12). */
  logsAccess: boolean;
  sessions: Sessions;
  desk: BidDesk;
  hub: Hub;
  /** LIMIT-3. */
  socketsPerUser: number;
  logLevel: string;
  /** Proxies on other machines whose X-Forwarded-For is believed (OPS-1). */
  trustedProxies: string[];
  /** The description of the calls is open to all (API-1). */
  isDescribed: boolean;
  /** Whom to tell of a weakness; null: nobody is named. */
  security: SecurityContact | null;
  /** How the operator is reached (SHELL-13). */
  contact: OperatorContact | null;
  /** Null: no pages, calls only. */
  webFolder: string | null;
}

const KIB = 1024;

/** Whoever says half of a call is disconnected within these two together. */
const HEADERS_TIMEOUT_MS = 10_000;
const LOOK_MS = 2_000;
/** How long a node that stops finishes what it was asked: whoever stops it kills it after 35 s and more (`deploy`). */
const FINISH_LIMIT_MS = 25_000;
/** Sockets of people who listen, with room for as many more; one more connection is closed at once. */
const MOST_CONNECTIONS = 20_000;

/** Ids that no two requests of any node share: this start's, and a count. */
function nameRequests(): () => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/** One node's HTTP and socket server, with every route (API-1), or those of operators alone. */
export async function buildApp(context: AppContext, parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: parts.logLevel, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    // By it a line of the log is found, whichever node answered.
    genReqId: nameRequests(),
    bodyLimit: 64 * KIB,
    // Ignored as other unknown fields are (API-3).
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    requestTimeout: 60_000,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: LOOK_MS },
    keepAliveTimeout: 65_000,
    trustProxy: ['loopback', ...parts.trustedProxies],
    forceCloseConnections: 'idle',
    // The longest part of an address is a document's name; a character is at most two code units.
    routerOptions: { maxParamLength: 2 * FILE_NAME_LENGTH },
    frameworkErrors: answerUnreadable(parts.answersCalls ? parts.webFolder : null),
    clientErrorHandler: answerUnparsable,
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  leaveTogether(app.server);
  endConnections(app, FINISH_LIMIT_MS);
  answerErrors(app, parts.outages);
  normalizeForwardedFor(app);
  sendSecurityHeaders(app);
  reportUntrustedProxy(app);
  if (parts.logsAccess) logAccess(app);
  parts.tracer?.watch(app);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    parts.metrics.onCall(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
    done();
  });
  // Lists and pages; what is smaller fits a packet, and files of the web app come compressed from the build.
  await app.register(fastifyCompress, {
    threshold: 2 * KIB,
    // What browsers of today take packs smaller than gzip does, in a third of the time.
    encodings: ['zstd', 'gzip', 'identity'],
    // A page of a list in one piece: to pass it through streams and another thread took longer than to compress it.
    syncThreshold: 256 * KIB,
    // Nothing that comes is unpacked: no caller of ours packs it, and all calls would pay for the look.
    globalDecompression: false,
  });
  acceptBytes(app);
  await app.register(fastifyWebsocket, {
    options: { maxPayload: 4 * KIB, perMessageDeflate: false },
    preClose(done) {
      const server = this.websocketServer;
      for (const socket of server.clients) socket.close(LIVE_CLOSE.restart);
      // One that does not answer is not waited for.
      setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, 1_000).unref();
      server.close();
      done();
    },
  });
  // A socket would be opened by a route that has none, and closed.
  app.addHook('onRequest', ({ ws, routeOptions }, _reply, done) =>
    done(ws && !routeOptions.config.isSocket ? refuse.notFound() : undefined),
  );
  operationRoutes(app, parts.readiness, parts.release);
  if (!parts.answersCalls) return app;
  contactRoute(app, parts.contact);
  if (parts.security) securityTxtRoute(app, parts.security, context.config.publicUrl);

  if (parts.isDescribed) await openApiRoutes(app, context.config.publicUrl);
  await policyReportRoute(app, context.limits);
  authRoutes(app, context, parts.sessions);
  userRoutes(app, context);
  companyRoutes(app, context);
  categoryRoutes(app, context);
  serviceStationRoutes(app, context, parts.sessions);
  uploadRoutes(app, context);
  auctionRoutes(app, context);
  bidRoutes(app, context, parts.desk);
  saleRoutes(app, context);
  collectionRoutes(app, context);
  relistRoutes(app, context);
  deregistrationRoutes(app, context);
  alertRoutes(app, context);
  await unsubscribeRoutes(app, context);
  statisticsRoutes(app, context);
  adminRoutes(app, context, parts.sessions);
  noticeRoutes(app, context);
  mediaRoutes(app, context.media);
  liveRoutes(app, {
    db: context.pool.db,
    publicUrl: context.config.publicUrl,
    sessions: parts.sessions,
    hub: parts.hub,
    maxSockets: parts.socketsPerUser,
  });
  await webRoutes(app, parts.webFolder, context);
  return app;
}
