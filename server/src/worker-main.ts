import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { databaseFaultOf } from './db/outage-log.ts';
import { openPool } from './db/pool.ts';
import { type Jobs, openJobs } from './jobs/queue.ts';
import type { Log } from './log.ts';
import { openDecoder } from './media/decoder.ts';
import { openEmailPictures } from './media/email-pictures.ts';
import { hashStored, piecesOf } from './media/media.ts';
import { openStore } from './media/store.ts';
import { openWorkerMetrics } from './metrics/worker-metrics.ts';
import { POLLER_NAMES, startWorker } from './worker.ts';
import type { WorkerMessage, WorkerOptions } from './worker-thread.ts';

const { config, databaseUrl, directUrl, smtpUrl, bidding, tracing, trustsClock } =
  workerData as WorkerOptions;

const RETRY_MS = 1_000;

interface Failure {
  err?: unknown;
}

const post = (message: WorkerMessage) => parentPort!.postMessage(message);
const log: Log = {
  // An error loses its code between threads.
  error: (values, sentence) =>
    post({ level: 'error', values, sentence, fault: databaseFaultOf((values as Failure).err) }),
  warn: (values, sentence) => post({ level: 'warn', values, sentence, fault: null }),
  info: (values, sentence) => post({ level: 'info', values, sentence, fault: null }),
};

/** The database may be lost during the start: the node then continues, and its worker follows. */
async function openJobsInTime(): Promise<Jobs> {
  for (;;) {
    try {
      return await openJobs(directUrl, { work: true, log });
    } catch (error) {
      if (databaseFaultOf(error) === null) throw error;
      log.error({ err: error }, 'the worker cannot reach the database; it tries again');
      await pause(RETRY_MS);
    }
  }
}

/** How often it reports that it works. */
const SIGN_INTERVAL_MS = 5_000;

/** Emails mostly wait for the mail server, so they need fewer connections than are in progress. */
const pool = openPool(databaseUrl, 5, {
  isPooled: directUrl !== databaseUrl,
  timeouts: 'background',
});
const jobs = await openJobsInTime();
// Decodes stored pictures only; this thread receives no uploads.
const decoder = openDecoder(join(import.meta.dirname, 'media'));
const store = await openStore(config);
const media = {
  forEmails: openEmailPictures(store, decoder),
  sha256: (key: string) => hashStored(store, key),
  remove: store.removeFolder,
  removePieces: (upload_id: string) => store.removeFolder(piecesOf(upload_id)),
};
const metrics = openWorkerMetrics(POLLER_NAMES);
const tracer =
  tracing &&
  (await import('./tracing/tracer.ts')).openTracer(tracing, (spans, error) =>
    log.warn({ err: error, spans }, 'spans are lost: the collector does not take them'),
  );
metrics.watch(pool);
let isReported = false;
const onClosing = () => {
  if (isReported) return;
  isReported = true;
  post('alive');
  // Shows nodes without a worker that there is one. A failure does not matter: without the database nobody listens.
  pool.pg.query("select pg_notify('worker', 'null')").catch(() => {});
  void metrics.render().then((text) => post({ metrics: text }));
  setTimeout(() => {
    isReported = false;
  }, SIGN_INTERVAL_MS).unref();
};
const worker = await startWorker(
  { config, pool, jobs, media, bidding },
  { smtpUrl, log, trustsClock, onClosing, metrics, span: tracer?.span },
);
parentPort!.once('message', async () => {
  await worker.stop();
  await tracer?.stop();
  decoder.stop();
  await pool.end();
  parentPort!.close();
});
// Preload: the first email may be a code that somebody waits for.
await import('./email/renderer.ts');
await import('./auth/emails/login-code.email.tsx');
post('up');
