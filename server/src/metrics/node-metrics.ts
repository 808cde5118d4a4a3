import type { Pool } from '../db/pool.ts';
import { watchDatabase } from './database-metrics.ts';
import { type Surroundings, watchOperation } from './operation-metrics.ts';
import { watchEventLoop, watchPools, watchProcess } from './process-metrics.ts';
import { openRegistry } from './registry.ts';

const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 400];

/** All metrics of a node's main thread are named here and in this folder (OPS-11). */
export function openNodeMetrics() {
  const registry = openRegistry();
  const callSeconds = registry.histogram(
    'restvarde_http_request_seconds',
    'From the last byte of the headers to the last of the answer.',
    BOUNDS_S,
    ['method', 'route', 'status'],
  );
  const refused = registry.counter(
    'restvarde_limit_refused_total',
    'What a limit refused, by its name.',
    ['limit'],
  );
  const bidSeconds = registry.histogram(
    'restvarde_bid_seconds',
    'From the moment a bid comes to the desk until its answer is on disk.',
    BOUNDS_S,
  );
  const batchSize = registry.histogram(
    'restvarde_bid_batch_size',
    'Bids that were decided in one transaction.',
    SIZES,
  );
  const listReads = registry.counter(
    'restvarde_list_reads_total',
    'Lists and sums by where they were read, where there is a replica.',
    ['from'],
  );
  return {
    onRead: (from: 'replica' | 'primary') => listReads({ from }),
    onCall: (method: string, route: string, status: number, seconds: number) =>
      callSeconds(seconds, { method, route, status }),
    onRefused: (limit: string) => refused({ limit }),
    /** The waits of all bids of a batch, in ms. */
    onBatch(waited_ms: number[]) {
      batchSize(waited_ms.length);
      for (const ms of waited_ms) bidSeconds(ms / 1_000);
    },
    /** Registers gauges that read the node's parts at each scrape. */
    watch(node: {
      pools: { calls: Pool; vital: Pool };
      sockets(): number;
      surroundings: Surroundings;
      workers: { silence_s(): number };
      release: { version: string; commit: string | null; schema: string };
    }) {
      const { version, commit, schema } = node.release;
      registry.gauge(
        'restvarde_build_info',
        'Which release this is.',
        () => [[{ version, commit: commit ?? '', schema }, 1]],
        ['version', 'commit', 'schema'],
      );
      registry.gauge('restvarde_live_sockets', 'Open sockets of people who listen.', node.sockets);
      registry.gauge(
        'restvarde_worker_silence_seconds',
        'Seconds since a worker of any node last reported; if none has, since the start of this node.',
        node.workers.silence_s,
      );
      watchPools(registry, 'restvarde_database_connections', node.pools);
      watchDatabase(registry, node.pools.vital);
      watchOperation(registry, node.surroundings);
      watchEventLoop(registry, 'main');
      watchProcess(registry);
    },
    render: registry.render,
  };
}

export type NodeMetrics = ReturnType<typeof openNodeMetrics>;
