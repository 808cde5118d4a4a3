import { randomBytes } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import fastifyWebsocket from '@fastify/websocket';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { adminRoutes } from './admin/routes.ts';
import { alertRoutes, unsubscribeRoutes } from './alerts/routes.ts';
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
import { accessTokenRoute } from './feed/access-token-route.ts';
import { feedRoutes } from './feed/routes.ts';
import { normalizeForwardedFor } from './http/address-group.ts';
import { endConnections } from './http/connections/end-connections.ts';
import { flushTogether } from './http/connections/flush-together.ts';
import { refuse } from './http/domain-error.ts';
import { openApiRoutes } from './http/open-api/open-api.ts';
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
import type { Readiness } from './operation/readiness.ts';
import {
  contactRoute,
  operationRoutes,
  type Release,
  securityTxtRoute,
} from './operation/routes.ts';
import { answerUnreadable, webRoutes } from './pages/web-app.ts';
import { proofRoutes } from './proof/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { collectionRoutes } from './sales/collection/routes.ts';
import { deregistrationRoutes } from './sales/deregistration/routes.ts';
import { relistRoutes } from './sales/relist/routes.ts';
import { saleRoutes } from './sales/routes.ts';
import { serviceStationRoutes } from './service-stations/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import type { Tracer } from './tracing/tracer.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { userRoutes } from './users/routes.ts';
import { vehicleRoutes } from './vehicles/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export interface AppParts {
  /** If false, only operator routes are served (OPS-17). */
  answersCalls: boolean;
  /** Null: no tracing. */
  tracer: Tracer | null;
  readiness: Readiness;
  outages: OutageLog;
  /** Served at `/version`. */
  release: Release;
  metrics: NodeMetrics;
  /** Logs one line per reply (OPS-12). */
  logsAccess: boolean;
  sessions: Sessions;
  desk: BidDesk;
  hub: Hub;
  /** LIMIT-3. */
  socketsPerUser: number;
  logLevel: string;
  /** Proxies on other machines whose X-Forwarded-For is trusted (OPS-1). */
  trustedProxies: string[];
  /** The API description is public (API-1). */
  publishesApiDocs: boolean;
  /** Contact for security reports; null: none. */
  security: SecurityContact | null;
  /** Contact details of the operator (SHELL-13). */
  contact: OperatorContact | null;
  /** Null: serves the API only. */
  webFolder: string | null;
}

const KIB = 1024;

/** A connection that sends a partial request is closed within these two together. */
const HEADERS_TIMEOUT_MS = 10_000;
const LOOK_MS = 2_000;
/** How long a stopping node finishes requests in flight. `deploy` kills it after 35 s or more. */
const FINISH_LIMIT_MS = 25_000;
/** Room for twice the expected live sockets; one connection more is closed at once. */
const MAX_CONNECTIONS = 20_000;

/** Request ids unique across nodes: a random prefix per start, and a counter. */
function nameRequests(): () => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/** Builds a node's HTTP and socket server: every route (API-1), or operator routes only. */
export async function buildApp(context: AppContext, parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: parts.logLevel, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    // Identifies log lines across nodes.
    genReqId: nameRequests(),
    bodyLimit: 64 * KIB,
    // Dropped like other unknown fields (API-3).
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    requestTimeout: 60_000,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: LOOK_MS },
    keepAliveTimeout: 65_000,
    trustProxy: ['loopback', ...parts.trustedProxies],
    forceCloseConnections: 'idle',
    // The longest path parameter is a document's name; a character is at most two code units.
    routerOptions: { maxParamLength: 2 * FILE_NAME_LENGTH },
    frameworkErrors: answerUnreadable(parts.answersCalls ? parts.webFolder : null),
    clientErrorHandler: answerUnparsable,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  flushTogether(app.server);
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
  // For lists and pages. Smaller replies fit one packet, and files of the web app are compressed at build time.
  await app.register(fastifyCompress, {
    threshold: 2 * KIB,
    // Current browsers accept zstd: smaller than gzip, in a third of the time.
    encodings: ['zstd', 'gzip', 'identity'],
    // Compress a page of a list synchronously: streams and the thread pool take longer.
    syncThreshold: 256 * KIB,
    // No client compresses request bodies, so no request pays for the check.
    globalDecompression: false,
  });
  acceptBytes(app);
  await app.register(fastifyWebsocket, {
    options: { maxPayload: 4 * KIB, perMessageDeflate: false },
    preClose(done) {
      const server = this.websocketServer;
      for (const socket of server.clients) socket.close(LIVE_CLOSE.restart);
      // Do not wait for sockets that do not answer.
      setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, 1_000).unref();
      server.close();
      done();
    },
  });
  // Otherwise a route without a socket would open one and close it.
  app.addHook('onRequest', ({ ws, routeOptions }, _reply, done) =>
    done(ws && !routeOptions.config.isSocket ? refuse.notFound() : undefined),
  );
  operationRoutes(app, parts.readiness, parts.release);
  if (!parts.answersCalls) return app;
  contactRoute(app, parts.contact);
  if (parts.security) securityTxtRoute(app, parts.security, context.config.publicUrl);

  const { publicUrl } = context.config;
  openApiRoutes(app, { publicUrl, isPublic: parts.publishesApiDocs, callers: context });
  await policyReportRoute(app, context.limits);
  authRoutes(app, context, parts.sessions);
  userRoutes(app, context);
  pushRoutes(app, context);
  companyRoutes(app, context);
  categoryRoutes(app, context);
  serviceStationRoutes(app, context, parts.sessions);
  uploadRoutes(app, context);
  auctionRoutes(app, context);
  vehicleRoutes(app, context);
  bidRoutes(app, context, parts.desk);
  saleRoutes(app, context);
  collectionRoutes(app, context);
  relistRoutes(app, context);
  deregistrationRoutes(app, context);
  alertRoutes(app, context);
  await unsubscribeRoutes(app, context);
  statisticsRoutes(app, context);
  proofRoutes(app, context);
  adminRoutes(app, context, parts.sessions);
  feedRoutes(app, context);
  webhookRoutes(app, context);
  await accessTokenRoute(app, context);
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
