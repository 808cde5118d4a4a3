import type { Pool } from '../db/pool.ts';
import { watchEventLoop, watchPools } from './process-metrics.ts';
import { openRegistry } from './registry.ts';

const BOUNDS_S = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/** How a try to send an email ended: `refused` for good by the mail server, `failed` for now. */
export type EmailOutcome = 'sent' | 'refused' | 'failed';

const OUTCOMES: EmailOutcome[] = ['sent', 'refused', 'failed'];

const DELIVERY_RESULTS = ['delivered', 'refused', 'timeout', 'broken', 'not_allowed'] as const;

/**
 * How a call to a webhook ended: `refused` by a status that is not 2xx, `timeout` without a status in time, `broken`
 * without a connection or an answer, `not_allowed` without a call (FEED-10).
 */
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

/**
 * The metrics of a node's worker. `pollers` are their names; metric names must differ from the main thread's (OPS-11).
 */
export function openWorkerMetrics(pollers: string[] = []) {
  const registry = openRegistry();
  const closingDelay = registry.histogram(
    'restvarde_closing_delay_seconds',
    'From the end of an auction until it was closed.',
    BOUNDS_S,
  );
  const emails = registry.counter(
    'restvarde_emails_total',
    'Tries to send an email, by outcome: sent, refused for good by the mail server, or failed for now.',
    ['outcome'],
    OUTCOMES.map((outcome) => ({ outcome })),
  );
  const faults = registry.counter(
    'restvarde_poller_faults_total',
    'Polls that failed and are tried again, by poller.',
    ['poller'],
    pollers.map((poller) => ({ poller })),
  );
  const deliveries = registry.counter(
    'restvarde_webhook_tries_total',
    'Calls to webhooks, by result: delivered, refused by a status, timeout, broken connection, or an address that is not allowed.',
    ['result'],
    DELIVERY_RESULTS.map((result) => ({ result })),
  );
  return {
    onClosed: (late_ms: number) => closingDelay(late_ms / 1_000),
    onDelivery: (result: DeliveryResult) => deliveries({ result }),
    onEmail: (outcome: EmailOutcome) => emails({ outcome }),
    onFault: (poller: string) => faults({ poller }),
    /** The worker's state of the chain's anchors (DATA-3). */
    watchAnchors(anchoring: { newest(): number; late(): number }) {
      registry.gauge(
        'restvarde_chain_anchor',
        'The number of the newest anchor that this node has seen; it never falls while a database is the same.',
        anchoring.newest,
      );
      registry.readCounter(
        'restvarde_chain_late_links_total',
        'Links that were sealed minutes after their act: no node sealed, or they replace others.',
        anchoring.late,
      );
    },
    watch(pool: Pool) {
      watchPools(registry, 'restvarde_worker_database_connections', { worker: pool });
      watchEventLoop(registry, 'worker');
    },
    render: registry.render,
  };
}

export type WorkerMetrics = ReturnType<typeof openWorkerMetrics>;
