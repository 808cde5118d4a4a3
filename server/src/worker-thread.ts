import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { TracingSettings } from './config.ts';
import type { WorkerContext } from './context.ts';
import type { OutageLog } from './db/outage-log.ts';
import { type Log, onceAMinute } from './log.ts';

export interface WorkerOptions {
  config: WorkerContext['config'];
  databaseUrl: string;
  /** Bypasses a transaction pooler; the same URL if there is none. */
  directUrl: string;
  smtpUrl: string;
  bidding: WorkerContext['bidding'];
  /** Null: no tracing. */
  tracing: TracingSettings | null;
  /** The operator vouches for the database's clock (OPS-5). */
  trustsClock: boolean;
}

const logged = z.object({
  level: z.enum(['error', 'warn', 'info']),
  values: z.custom<object>((values) => typeof values === 'object' && values !== null),
  sentence: z.string(),
  /** The kind of database fault of the error among the values. */
  fault: z.nullable(z.enum(['lost', 'failing'])),
});
/** A message from the thread: started, alive, metrics, or a log line. */
const workerMessage = z.union([
  z.literal(['up', 'alive']),
  z.object({ metrics: z.string() }),
  logged,
]);
export type WorkerMessage = z.output<typeof workerMessage>;

export interface WorkerThread {
  /** Resolves when the thread has started. Nothing needs to wait for it. */
  up: Promise<void>;
  /** Whether the poller that closes ended auctions has run recently. */
  isAlive(): boolean;
  /** Its latest metrics. */
  metrics(): string;
  stop(): Promise<void>;
}

/** After this long without `up` or `alive` the thread counts as dead. */
const SILENCE_LIMIT_MS = 30_000;

/**
 * Runs background work in a thread: rendering and sending thousands of emails takes processor time, and bids must not
 * wait for it.
 */
export function startWorkerThread(
  options: WorkerOptions,
  log: Log,
  outages: OutageLog,
): WorkerThread {
  const thread = new Worker(new URL('./worker-main.ts', import.meta.url), {
    workerData: options,
    // React's development build, which rendering emails would use otherwise, takes three times as long.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let latestMetrics = '';
  let lastAliveAt = performance.now();
  const { promise: up, resolve } = Promise.withResolvers<void>();
  const onUnknown = onceAMinute((error: unknown, count) =>
    log.error({ err: error, count }, 'a message of the worker was not understood'),
  );
  thread.on('messageerror', onUnknown);
  thread.on('message', (raw: unknown) => {
    // In `npm run dev` Node reports the files to watch by the same channel.
    if (typeof raw === 'object' && raw !== null && 'watch:import' in raw) return;
    const { success, data: message, error } = workerMessage.safeParse(raw);
    if (!success) return onUnknown(error);
    if (message === 'up' || message === 'alive') lastAliveAt = performance.now();
    if (message === 'up') resolve();
    else if (message === 'alive') return;
    else if ('metrics' in message) latestMetrics = message.metrics;
    else {
      const { level, values, sentence, fault } = message;
      if (fault && 'err' in values && outages.failed(values.err, fault)) return;
      log[level](values, sentence);
    }
  });
  // An uncaught fault ends the node, as in any other thread.
  thread.on('error', (error) => {
    throw error;
  });
  return {
    up,
    metrics: () => latestMetrics,
    isAlive: () => performance.now() - lastAliveAt < SILENCE_LIMIT_MS,
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}
