import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { openBreachedPasswords } from './auth/passwords/breached-passwords.ts';
import { openSessions, type Sessions } from './auth/sessions.ts';
import { openBidDesk } from './bids/bid-desk.ts';
import { readUpdates } from './bids/publish-standings.ts';
import type { Config } from './config.ts';
import type { AppContext, OwnProvider } from './context.ts';
import { openOutageLog } from './db/outage-log.ts';
import { openPool, type Queryable } from './db/pool.ts';
import { openReplica, readPrimary } from './db/replica.ts';
import { checkSecret } from './db/secret-fingerprint.ts';
import { findToken, isToken } from './feed/find-token.ts';
import { openAnswerPace } from './http/answer-pace.ts';
import { openDevices } from './http/devices.ts';
import { OPEN_AT_ONCE } from './http/limit-table.ts';
import { openLimits } from './http/limits.ts';
import { openCallTurns } from './http/turns.ts';
import { openUploadFolder } from './http/uploads.ts';
import { openJobs } from './jobs/queue.ts';
import { nothingUnderWay } from './jobs/under-way.ts';
import { type BusFault, startBus } from './live/bus.ts';
import { openHub } from './live/hub.ts';
import { type Log, onceAMinute } from './log.ts';
import { openMedia } from './media/media.ts';
import { mediaFolderIn, openStore } from './media/store.ts';
import { openNodeMetrics } from './metrics/node-metrics.ts';
import { openCertificateCheck } from './operation/certificate.ts';
import { watchClock } from './operation/clock.ts';
import { openReadiness } from './operation/readiness.ts';
import { releaseOf } from './operation/routes.ts';
import { openStorageCheck } from './operation/storage-check.ts';
import { watchWorkers } from './operation/worker-watch.ts';
import { ensurePushKeys } from './push/push-keys.ts';
import { openRefusedCalls } from './security/record-refused.ts';
import type { openTracer, Tracer } from './tracing/tracer.ts';
import { openVehicleLookup } from './vehicles/open-vehicle-lookup.ts';
import { startWorkerThread } from './worker-thread.ts';

/** One node of the product. */
export interface Node {
  app: FastifyInstance;
  context: AppContext;
  sessions: Sessions;
  /** Resolves when the worker is running, if the node has one. */
  working: Promise<void>;
  /** Metrics in the Prometheus text format (OPS-11). */
  metrics(): Promise<string>;
  /**
   * Stops in order (OPS-2): reports not ready; keeps serving for `graceMs`, so that proxies notice; refuses new
   * requests; finishes those in flight; closes the rest.
   */
  stop(graceMs?: number): Promise<void>;
}

export interface NodeOptions {
  config: Pick<Config, 'secret' | 'publicUrl' | 'mailFrom' | 'dataDir' | 's3' | 'logLevel'> &
    Partial<
      Pick<
        Config,
        | 'trustedProxies'
        | 'trustsDatabaseClock'
        | 'publishesApiDocs'
        | 'contact'
        | 'anchorEmail'
        | 'reachesPrivate'
        | 'vehicleProvider'
        | 'commit'
        | 'logsAccess'
        | 'breachedPasswords'
        | 'security'
        | 'tracing'
      >
    >;
  /** Migrated, with the job queue prepared. */
  databaseUrl: string;
  /** Bypasses the transaction pooler; by default there is none (OPS-9). */
  directUrl?: string;
  /** A standby for lists and sums; by default they are read from the primary (OPS-18). */
  readUrl?: string | null;
  /** Null: the node closes no auctions and sends no mail. */
  smtpUrl: string | null;
  /** If false, serves only operator routes such as `/readyz` (OPS-17). */
  answersCalls?: boolean;
  webFolder?: string | null;
  oidc?: OwnProvider | null;
  /** `config.secret` is about to replace the one that the database is sealed under (OPS-15). */
  replacesSecret?: boolean;
  /** Multiplies all limits; for tests only (LIMIT-1). */
  limitMultiplier?: number;
}

/** Loads the tracing library only if the node traces. */
async function startTracer(...args: Parameters<typeof openTracer>): Promise<Tracer> {
  const loaded = await import('./tracing/tracer.ts');
  return loaded.openTracer(...args);
}

/** Opens a node on a prepared database; the caller makes it listen. Closes everything if it throws. */
export async function startNode(options: NodeOptions): Promise<Node> {
  const opened = new AsyncDisposableStack();
  try {
    return await openNode(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Checks the SECRET, and creates the keys that it encrypts. Returns the public key for notifications. */
async function openSecrets(db: Queryable, secret: string): Promise<string> {
  await checkSecret(db, secret);
  return ensurePushKeys(db, secret);
}

/** Registers each part with `opened`, which closes them in reverse order. */
async function openNode(options: NodeOptions, opened: AsyncDisposableStack): Promise<Node> {
  const { config, databaseUrl, smtpUrl, limitMultiplier: multiplier = 1 } = options;
  const { directUrl = databaseUrl } = options;
  const isPooled = directUrl !== databaseUrl;
  const metrics = openNodeMetrics();
  const tracer = config.tracing
    ? await startTracer(config.tracing, (...lost) => onLost(...lost))
    : null;
  opened.defer(() => tracer?.stop());
  const pool = openPool(databaseUrl, 12, { isPooled });
  opened.defer(() => pool.end());
  // Every request needs sessions, limits and changes. A pool apart keeps lists from using it up.
  const sessionPool = openPool(databaseUrl, 4, { keepsIdle: true, isPooled });
  opened.defer(() => sessionPool.end());
  const reader = options.readUrl
    ? openReplica(options.readUrl, { calls: pool, sessionPool }, metrics.onRead)
    : readPrimary(pool);
  opened.defer(() => reader.end());
  const keep = async <Part>(pending: Promise<Part>, close: (part: Part) => Promise<void>) => {
    const part = await pending;
    opened.defer(() => close(part));
    return part;
  };
  const opening = [
    keep(startBus(directUrl, sessionPool.pg), (part) => part.stop()),
    keep(openJobs(directUrl, { work: false }), (part) => part.stop()),
    openStore(config),
    keep(openUploadFolder(), (folder) => rm(folder, { recursive: true, force: true })),
    options.replacesSecret ? null : openSecrets(sessionPool.db, config.secret),
  ] as const;
  // If one fails, let the others finish opening, so that they are closed too.
  await Promise.allSettled(opening);
  const [bus, jobs, store, upload_folder, push_key] = await Promise.all(opening);
  const sessions = openSessions(
    sessionPool,
    bus,
    config.secret,
    OPEN_AT_ONCE.sessions * multiplier,
  );
  const limits = openLimits(sessionPool, multiplier, metrics.onRefused);
  const context: AppContext = {
    config,
    pool,
    jobs,
    bidding: nothingUnderWay(),
    bus,
    media: openMedia(store, config.secret, upload_folder),
    limits,
    recordRefused: openRefusedCalls(pool, limits),
    devices: openDevices(config.secret),
    turns: openCallTurns(multiplier, metrics.onRefused),
    pace: openAnswerPace(multiplier),
    upload_folder,
    reader,
    oidc: options.oidc ?? null,
    push_key,
    lookUpVehicle: openVehicleLookup(
      config.vehicleProvider ?? null,
      onceAMinute((error, count) =>
        app.log.warn({ err: error, count }, 'a vehicle was not looked up: VEHICLE_LOOKUP_URL'),
      ),
    ),
    isBreached: openBreachedPasswords(config.breachedPasswords ?? null),
    sessionOf: async (bearer) =>
      isToken(bearer) ? findToken(sessionPool.db, config.secret, bearer) : sessions.findAny(bearer),
    sessionOnceOf: sessions.sessionOnceOf,
  };
  opened.defer(() => context.media.stop());
  const desk = openBidDesk(directUrl, metrics.onBatch, tracer?.span);
  opened.defer(() => desk.stop());
  const hub = openHub(bus, (changes, stations) => readUpdates(sessionPool.db, changes, stations));
  const mediaFolder = config.s3 ? null : mediaFolderIn(config.dataDir);
  const storage = mediaFolder === null ? null : await openStorageCheck(mediaFolder);
  opened.defer(() => storage?.stop());
  const log: Log = {
    error: (values, sentence) => app.log.error(values, sentence),
    warn: (values, sentence) => app.log.warn(values, sentence),
    info: (values, sentence) => app.log.info(values, sentence),
  };
  const outages = openOutageLog(log);
  const readiness = openReadiness({
    pool: sessionPool,
    bus,
    isWorking: () => worker?.isAlive() ?? true,
    answersCalls: options.answersCalls ?? true,
    storage,
    log,
    outages,
  });
  opened.defer(() => readiness.stop());
  const release = releaseOf(config.commit ?? null);
  const app = await buildApp(context, {
    answersCalls: options.answersCalls ?? true,
    tracer,
    readiness,
    outages,
    sessions,
    desk,
    hub,
    socketsPerUser: OPEN_AT_ONCE.sockets * multiplier,
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies ?? [],
    publishesApiDocs: config.publishesApiDocs ?? false,
    security: config.security ?? null,
    contact: config.contact ?? null,
    release,
    metrics,
    logsAccess: config.logsAccess ?? false,
    webFolder: options.webFolder ?? null,
  });
  readiness.watch();
  const { secret, publicUrl, mailFrom, dataDir, s3, anchorEmail = null } = config;
  const { reachesPrivate = false } = config;
  const worker =
    smtpUrl === null
      ? null
      : startWorkerThread(
          {
            config: { secret, publicUrl, mailFrom, dataDir, s3, anchorEmail, reachesPrivate },
            tracing: config.tracing ?? null,
            databaseUrl,
            directUrl,
            smtpUrl,
            bidding: context.bidding,
            trustsClock: config.trustsDatabaseClock ?? false,
          },
          log,
          outages,
        );

  const onLost = (spans: number, error: unknown) =>
    app.log.warn({ err: error, spans }, 'spans are lost: the collector does not take them');
  const workers = watchWorkers(bus, log);
  const clock = watchClock(sessionPool, log);
  opened.defer(() => clock.stop());
  const certificate = openCertificateCheck(publicUrl);
  opened.defer(() => certificate?.stop());

  metrics.watch({
    workers,
    pools: { calls: pool, vital: sessionPool },
    sockets: hub.count,
    surroundings: {
      isReady: async () => (await readiness.health()).faults.length === 0,
      isWorking: worker?.isAlive ?? null,
      isStorageWritable: storage && (() => storage.state().isWritable),
      folders: { uploads: upload_folder, ...(mediaFolder !== null && { pictures: mediaFolder }) },
      clockOffset_s: clock.offset_s,
      certificateExpiry_s: () => certificate?.expiry_s() ?? null,
    },
    release,
  });

  bus.onFault(
    onceAMinute(({ channel, error }: BusFault, count) =>
      app.log.error(
        { err: error, channel, count },
        'a notification was not understood: what it may have been about is read again',
      ),
    ),
  );

  bus.onSilence(() =>
    app.log.error(
      {},
      'notifications do not arrive: LISTEN does not work through a transaction pooler; set DATABASE_DIRECT_URL',
    ),
  );

  reader.onFault((fault) => {
    if (fault) app.log.warn({ fault }, 'the replica is not read: lists come from the primary');
    else app.log.info({}, 'the replica is read again');
  });

  let stopping: Promise<void> | undefined;
  const stop = async (graceMs: number) => {
    readiness.drain();
    if (graceMs > 0) {
      // Clients reconnect at once, so first let the proxies notice that this node is not ready.
      await pause(graceMs / 2);
      readiness.sendAway();
      hub.close(LIVE_CLOSE.restart, graceMs / 2);
      await pause(graceMs / 2);
    }
    workers.stop();
    hub.stop();
    context.pace.stop();
    await app.close();
    await worker?.stop();
    await opened.disposeAsync();
  };
  return {
    app,
    context,
    sessions,
    metrics: async () => (await metrics.render()) + (worker?.metrics() ?? ''),
    working: worker?.up ?? Promise.resolve(),
    stop(graceMs = 0) {
      stopping ??= stop(graceMs);
      return stopping;
    },
  };
}
