import type { Pool } from '../db/pool.ts';
import { watchEventLoop, watchPools } from './process-metrics.ts';
import { openRegistry } from './registry.ts';

const BOUNDS_S = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/** What a node's worker counts of itself; its names are none of the main thread's (OPS-11). */
export function openWorkerMetrics() {
  const registry = openRegistry();
  const closingDelay = registry.histogram(
    'restvarde_closing_delay_seconds',
    'From the end of an auction until it was closed.',
    BOUNDS_S,
  );
  const emails = registry.counter(
    'restvarde_emails_total',
    'Emails that the mail server took, and tries that failed.',
  );
  const faults = registry.counter(
    'restvarde_poller_faults_total',
    'Polls that failed and are tried again, by what they look for.',
  );
  return {
    onClosed: (late_ms: number) => closingDelay(late_ms / 1_000),
    onEmail: (outcome: 'sent' | 'failed') => emails({ outcome }),
    onFault: (poller: string) => faults({ poller }),
    watch(pool: Pool) {
      watchPools(registry, 'restvarde_worker_database_connections', { worker: pool });
      watchEventLoop(registry, 'worker');
    },
    render: registry.render,
  };
}

export type WorkerMetrics = ReturnType<typeof openWorkerMetrics>;
