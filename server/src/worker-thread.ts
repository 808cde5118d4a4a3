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
  /** Past a pooler of transactions; the same where there is none. */
  directUrl: string;
  smtpUrl: string;
  bidding: WorkerContext['bidding'];
  /** Null: nothing is traced. */
  tracing: TracingSettings | null;
  /** An operator says that the database's clock is right (OPS-5). */
  trustsClock: boolean;
}

const logged = z.object({
  level: z.enum(['error', 'warn', 'info']),
  values: z.custom<object>((values) => typeof values === 'object' && values !== null),
  sentence: z.string(),
  /** What the error among the values says of the database. */
  fault: z.nullable(z.enum(['lost', 'away'])),
});
/** A message of the thread: it is up, it still does its work, what it has counted, or a line for the log. */
const workerMessage = z.union([
  z.literal(['up', 'alive']),
  z.object({ metrics: z.string() }),
  logged,
]);
export type WorkerMessage = z.output<typeof workerMessage>;

export interface WorkerThread {
  /** Resolves when it works; nothing has to wait for it. */
  up: Promise<void>;
  /** Has it closed auctions, or found none to close, a moment ago? */
  isAlive(): boolean;
  /** What it has counted, as it said last. */
  metrics(): string;
  stop(): Promise<void>;
}

/** Silent for so long, it does not work. */
const SILENCE_LIMIT_MS = 30_000;

/**
 * Starts what a node does without being asked in a thread of its own: writing and sending thousands of emails
 * takes a processor's time, and no bid waits for it.
 */
export function startWorkerThread(
  options: WorkerOptions,
  log: Log,
  outages: OutageLog,
): WorkerThread {
  const thread = new Worker(new URL('./worker-main.ts', import.meta.url), {
    workerData: options,
    // Emails are React's, which checks itself at three times the price unless it is set not to.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let counted = '';
  let lastSign = performance.now();
  const { promise: up, resolve } = Promise.withResolvers<void>();
  const onUnknown = onceAMinute((error: unknown, count) =>
    log.error({ err: error, count }, 'a message of the worker was not understood'),
  );
  thread.on('messageerror', onUnknown);
  thread.on('message', (raw: unknown) => {
    // In `npm run dev` Node itself reports the files to watch, in the same way.
    if (typeof raw === 'object' && raw !== null && 'watch:import' in raw) return;
    const { success, data: message, error } = workerMessage.safeParse(raw);
    if (!success) return onUnknown(error);
    if (message === 'up' || message === 'alive') lastSign = performance.now();
    if (message === 'up') resolve();
    else if (message === 'alive') return;
    else if ('metrics' in message) counted = message.metrics;
    else {
      const { level, values, sentence, fault } = message;
      if (fault && 'err' in values && outages.failed(values.err, fault)) return;
      log[level](values, sentence);
    }
  });
  // A fault that nobody caught ends the node, as it does anywhere else in it.
  thread.on('error', (error) => {
    throw error;
  });
  return {
    up,
    metrics: () => counted,
    isAlive: () => performance.now() - lastSign < SILENCE_LIMIT_MS,
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}
