import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorkerContext } from './context.ts';
import type { Log } from './worker.ts';

export interface WorkerOptions {
  config: WorkerContext['config'];
  databaseUrl: string;
  smtpUrl: string;
}

/** What the thread says: that it is up, or a line for the log. */
export type WorkerMessage = 'up' | { level: 'error' | 'info'; values: object; sentence: string };

export interface WorkerThread {
  /** Resolves when it works; nothing has to wait for it. */
  up: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts what a node does without being asked in a thread of its own: writing and sending thousands of emails
 * takes a processor's time, and no bid waits for it.
 */
export function startWorkerThread(options: WorkerOptions, log: Log): WorkerThread {
  const thread = new Worker(new URL('./worker-main.ts', import.meta.url), {
    workerData: options,
    // Emails are React's, which checks itself at three times the price unless it is set not to.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const { promise: up, resolve } = Promise.withResolvers<void>();
  thread.on('message', (message: WorkerMessage) => {
    if (message === 'up') resolve();
    // In `npm run dev` Node itself reports the files to watch, in the same way.
    else if ('level' in message) log[message.level](message.values, message.sentence);
  });
  // A fault that nobody caught ends the node, as it does anywhere else in it.
  thread.on('error', (error) => {
    throw error;
  });
  return {
    up,
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}
