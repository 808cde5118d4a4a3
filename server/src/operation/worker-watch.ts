import type { Bus } from '../live/bus.ts';
import type { Log } from '../log.ts';

/** Knows whether any node's worker does its work, by what they tell all nodes every 5 s (OPS-17). */
export interface WorkerWatch {
  /** Seconds since one last told; since the start where none has. */
  silence_s(): number;
  stop(): void;
}

/** So long all may be silent before the log is told. */
const SILENCE_LIMIT_MS = 30_000;
const LOOK_MS = 5_000;

/** Hears the workers of all nodes. The log is told once when none is heard any more, and when one is heard again. */
export function watchWorkers(
  bus: Pick<Bus, 'listen'>,
  log: Pick<Log, 'error' | 'info'>,
  { limit_ms = SILENCE_LIMIT_MS, look_ms = LOOK_MS } = {},
): WorkerWatch {
  let heardAt = performance.now();
  let isTold = false;
  bus.listen('worker', () => {
    heardAt = performance.now();
    if (!isTold) return;
    isTold = false;
    log.info({}, 'a worker is heard again');
  });
  const timer = setInterval(() => {
    if (isTold || performance.now() - heardAt < limit_ms) return;
    isTold = true;
    log.error(
      {},
      'no worker is heard: no auction is closed and no email sent until a node runs with ROLE=worker or all',
    );
  }, look_ms);
  timer.unref();
  return {
    silence_s: () => (performance.now() - heardAt) / 1_000,
    stop: () => clearInterval(timer),
  };
}
