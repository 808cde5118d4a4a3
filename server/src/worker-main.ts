import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { databaseFaultOf } from './db/outage-log.ts';
import { openPool } from './db/pool.ts';
import { type Jobs, openJobs } from './jobs/queue.ts';
import type { Log } from './log.ts';
import { openDecoder } from './media/decoder.ts';
import { openEmailPictures } from './media/email-pictures.ts';
import { piecesOf } from './media/media.ts';
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
  // An error loses its code on its way to the other thread.
  error: (values, sentence) =>
    post({ level: 'error', values, sentence, fault: databaseFaultOf((values as Failure).err) }),
  warn: (values, sentence) => post({ level: 'warn', values, sentence, fault: null }),
  info: (values, sentence) => post({ level: 'info', values, sentence, fault: null }),
};

/** The database may be lost just when a node starts: the node then goes on, and its worker follows. */
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

/** So often it says that it works. */
const SIGN_INTERVAL_MS = 5_000;

/** Emails spend most of their time at the mail server: fewer than are under way will do. */
const pool = openPool(databaseUrl, 5, { isPooled: directUrl !== databaseUrl, mayWait: true });
const jobs = await openJobsInTime();
// Of stored pictures alone, which it is given: there are no uploads here to read.
const decoder = openDecoder(join(import.meta.dirname, 'media'));
const store = await openStore(config);
const media = {
  forEmails: openEmailPictures(store, decoder),
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
let isSaid = false;
const onClosing = () => {
  if (isSaid) return;
  isSaid = true;
  post('alive');
  // Nodes without a worker know by it that there is one; while the database is away nobody hears anything.
  pool.pg.query("select pg_notify('worker', 'null')").catch(() => {});
  void metrics.render().then((text) => post({ metrics: text }));
  setTimeout(() => {
    isSaid = false;
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
// The first email may be a code that somebody waits for.
await import('./email/renderer.ts');
await import('./auth/emails/login-code.email.tsx');
post('up');
