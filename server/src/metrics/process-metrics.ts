import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from '../db/pool.ts';
import type { Labels, Reading, Registry } from './registry.ts';

const NS = 1e-9;

/** Event loop delay of this thread since the last scrape. */
export function watchEventLoop(registry: Registry, thread: string): void {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  registry.gauge(
    `restvarde_${thread}_event_loop_delay_seconds`,
    'How late the event loop was since the last scrape, by quantile.',
    () => {
      // An empty histogram has no percentiles.
      const all: [string, number][] = [
        ['0.5', delays.percentile(50)],
        ['0.99', delays.percentile(99)],
        ['1', delays.max],
      ];
      delays.reset();
      return all.map(([quantile, ns]) => [{ quantile }, Math.max(0, ns) * NS]);
    },
    ['quantile'],
  );
}

/** Memory and processor time of the whole process with its threads. */
export function watchProcess(registry: Registry): void {
  registry.gauge('process_resident_memory_bytes', 'Memory that the process has.', () =>
    process.memoryUsage.rss(),
  );
  registry.readCounter('process_cpu_seconds_total', "The processor's time that it took.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const started_at = Date.now() / 1_000 - process.uptime();
  registry.gauge('process_start_time_seconds', 'When it was started.', () => started_at);
}

/** Number of connections that the pool can still give out. */
const free = ({ options, totalCount, idleCount }: Pool['pg']) =>
  options.max - totalCount + idleCount;

/**
 * A pool's connections by state. `waiting` counts callers while all connections are taken: the pool queues every caller
 * for a moment, also this scrape.
 */
export function watchPools(registry: Registry, name: string, pools: Record<string, Pool>): void {
  registry.gauge(
    name,
    'Connections to the database, and who waits for one.',
    (): Reading =>
      Object.entries(pools).flatMap(([pool, { pg }]): [Labels, number][] => [
        [{ pool, state: 'busy' }, pg.totalCount - pg.idleCount],
        [{ pool, state: 'idle' }, pg.idleCount],
        [{ pool, state: 'waiting' }, Math.max(0, pg.waitingCount - free(pg))],
      ]),
    ['pool', 'state'],
  );
}
