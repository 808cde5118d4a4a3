import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Backstage } from './platform.ts';
import type { Log } from './worker.ts';

export interface WorkerOptions {
  config: Backstage['config'];
  databaseUrl: string;
  smtpUrl: string;
}

/** What the thread says. */
export interface Told {
  level: 'error' | 'info';
  values: object;
  sentence: string;
}

/**
 * Starts what a node does without being asked in a thread of its own: writing and sending thousands of letters
 * takes a processor's time, and no bid waits for it.
 */
export function startWorkerThread(options: WorkerOptions, log: Log): { stop(): Promise<void> } {
  const thread = new Worker(new URL('./house-worker.ts', import.meta.url), { workerData: options });
  thread.on('message', ({ level, values, sentence }: Told) => log[level](values, sentence));
  // A fault that nobody caught ends the node, as it does anywhere else in it.
  thread.on('error', (error) => {
    throw error;
  });
  return {
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}
