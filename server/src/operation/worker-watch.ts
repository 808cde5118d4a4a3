import type { Bus } from '../live/bus.ts';
import type { Log } from '../log.ts';

/** Watches whether any node's worker is alive, by the message that each sends to all nodes every 5 s (OPS-17). */
export interface WorkerWatch {
  /** Seconds since the last message; since the start if there was none. */
  silence_s(): number;
  stop(): void;
}

/** Silence of all workers after which a line is logged. */
const SILENCE_LIMIT_MS = 30_000;
const LOOK_MS = 5_000;

/** Watches the workers of all nodes. Logs once when all are silent, and when one reports again. */
export function watchWorkers(
  bus: Pick<Bus, 'listen'>,
  log: Pick<Log, 'error' | 'info'>,
  { limit_ms = SILENCE_LIMIT_MS, look_ms = LOOK_MS } = {},
): WorkerWatch {
  let reportedAt = performance.now();
  let isLogged = false;
  bus.listen('worker', () => {
    reportedAt = performance.now();
    if (!isLogged) return;
    isLogged = false;
    log.info({}, 'a worker reports again');
  });
  const timer = setInterval(() => {
    if (isLogged || performance.now() - reportedAt < limit_ms) return;
    isLogged = true;
    log.error(
      {},
      'no worker reports: no auction is closed and no email sent until a node runs with ROLE=worker or all',
    );
  }, look_ms);
  timer.unref();
  return {
    silence_s: () => (performance.now() - reportedAt) / 1_000,
    stop: () => clearInterval(timer),
  };
}
