import { setTimeout as pause } from 'node:timers/promises';
import type { OutageLog } from '../db/outage-log.ts';
import type { Pool } from '../db/pool.ts';
import type { Bus } from '../live/bus.ts';
import type { Log } from '../log.ts';
import type { StorageCheck } from './storage-check.ts';

/** A node's health (OPS-3); each entry is a sentence for operators. */
export interface Health {
  /** Why this node should get no requests; empty if it should. */
  faults: string[];
  /** Problems that an operator should solve while the node serves. */
  warnings: string[];
}

/** Whether this node should get requests (OPS-3). */
export interface Readiness {
  health(): Promise<Health>;
  /** Reports not ready, because the node is about to stop (OPS-2). */
  drain(): void;
  isDraining(): boolean;
  /** The node closes its sockets: it accepts no new ones (OPS-2). */
  sendAway(): void;
  isSendingAway(): boolean;
  /** Logs changes from now on, even if nobody calls `health`. */
  watch(): void;
  stop(): void;
}

/** A check that takes longer has failed. */
const CHECK_TIMEOUT_MS = 2_000;
/** How often changes are checked and logged, unless `health` is called. */
const CHECK_INTERVAL_MS = 2_000;

/**
 * Checks what a node needs. A fault removes the node from the proxy, so a fault is something that other nodes may not have.
 * Things that all nodes share and bids do not need are warnings: the picture folder, and a hung worker, because another
 * node's worker takes over. Changes are logged.
 */
export function openReadiness(needs: {
  pool: Pool;
  bus: Pick<Bus, 'isReceiving'>;
  /** Whether the worker does its work; true if the node has none. */
  isWorking(): boolean;
  /** If false, the node is only a worker. */
  answersCalls: boolean;
  /** Null if pictures are kept in a bucket. */
  storage: Pick<StorageCheck, 'state'> | null;
  log: Pick<Log, 'error' | 'warn' | 'info'>;
  outages: OutageLog;
}): Readiness {
  let draining = false;
  let sendingAway = false;
  let checking: Promise<Health> | null = null;
  const logChange = openChangeLog(needs.log);
  const check = async (): Promise<Health> => {
    const database = await databaseFault(needs.pool, needs.outages);
    const worker = needs.isWorking() ? null : 'Its worker does not answer.';
    const storage = needs.storage?.state().warning ?? null;
    const isAlone = !needs.answersCalls;
    const found = {
      faults: [
        draining ? 'It is stopping.' : null,
        database,
        needs.bus.isReceiving() ? null : "The database's notifications do not arrive.",
        isAlone ? worker : null,
      ].filter((fault) => fault !== null),
      warnings: [isAlone ? null : worker, storage].filter((warning) => warning !== null),
    };
    if (found.faults.length === 0) needs.outages.ended();
    // The outage is logged already, and a planned stop needs no line.
    if (!draining && !needs.outages.isOn()) logChange(found);
    return found;
  };
  /** Concurrent callers share one check. */
  const health = () => {
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    health,
    drain: () => {
      draining = true;
    },
    isDraining: () => draining,
    sendAway: () => {
      sendingAway = true;
    },
    isSendingAway: () => sendingAway,
    watch() {
      timer = setInterval(health, CHECK_INTERVAL_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** Logs when readiness is lost and regained, and when a warning appears and goes. */
function openChangeLog(log: Pick<Log, 'error' | 'warn' | 'info'>): (found: Health) => void {
  let lostAt: number | null = null;
  let known: string[] = [];
  return ({ faults, warnings }) => {
    if (faults.length > 0 && lostAt === null) {
      lostAt = performance.now();
      log.error({ faults }, 'not ready: calls should go to other nodes');
    } else if (faults.length === 0 && lostAt !== null) {
      log.info({ lasted_s: Math.round((performance.now() - lostAt) / 1_000) }, 'ready again');
      lostAt = null;
    }
    for (const warning of warnings) if (!known.includes(warning)) log.warn({}, warning);
    for (const warning of known)
      if (!warnings.includes(warning)) log.info({}, `no longer: ${warning}`);
    known = warnings;
  };
}

async function databaseFault({ pg }: Pool, outages: OutageLog): Promise<string | null> {
  const query = pg
    .query<{ standby: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby`,
    )
    .then(({ rows }) =>
      rows[0]?.standby ? 'The database is a standby: it takes no writes.' : null,
    )
    .catch((error) => {
      outages.failed(error);
      return 'The database cannot be reached.';
    });
  const late = pause(CHECK_TIMEOUT_MS, 'The database does not answer.', { ref: false });
  return Promise.race([query, late]);
}
