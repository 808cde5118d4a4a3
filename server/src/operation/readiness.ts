import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../db/pool.ts';
import type { Bus } from '../live/bus.ts';

/** Whether this node should be sent calls (OPS-3). */
export interface Readiness {
  /** Why not; empty when it should. */
  faults(): Promise<string[]>;
  /** It is about to stop: no more calls are to be sent here (OPS-2). */
  drain(): void;
  isDraining(): boolean;
  /** It is sending its sockets away: a new one must not be opened here (OPS-2). */
  sendAway(): void;
  isSendingAway(): boolean;
}

/** What is asked must answer within this time. */
const PATIENCE_MS = 2_000;
/** What does not hold a few pictures more is full. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Judges what a node needs for its work: itself, the database, its notifications, its worker, and room on disk. */
export function openReadiness(needs: {
  pool: Pool;
  bus: Bus;
  /** Does the worker do what it is there for, if the node has one? */
  isWorking(): boolean;
  /** Where pictures are kept; null where they are in a bucket. */
  dataDir: string | null;
}): Readiness {
  let draining = false;
  let sendingAway = false;
  return {
    drain: () => {
      draining = true;
    },
    isDraining: () => draining,
    sendAway: () => {
      sendingAway = true;
    },
    isSendingAway: () => sendingAway,
    async faults() {
      const [database, disk] = await Promise.all([
        databaseFault(needs.pool),
        needs.dataDir === null ? null : diskFault(needs.dataDir),
      ]);
      return [
        draining ? 'It is stopping.' : null,
        database,
        needs.bus.isHearing() ? null : "The database's notifications do not arrive.",
        needs.isWorking() ? null : 'Its worker does not answer.',
        disk,
      ].filter((fault) => fault !== null);
    },
  };
}

async function databaseFault({ pg }: Pool): Promise<string | null> {
  const asked = pg
    .query<{ standby: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby`,
    )
    .then(({ rows }) =>
      rows[0]?.standby ? 'The database is a standby: it takes no writes.' : null,
    )
    .catch(() => 'The database cannot be reached.');
  const late = pause(PATIENCE_MS, 'The database does not answer.', { ref: false });
  return Promise.race([asked, late]);
}

async function diskFault(folder: string): Promise<string | null> {
  const found = await statfs(folder).catch(() => null);
  if (found === null) return 'The folder for pictures is away.';
  return found.bavail * found.bsize < LEAST_FREE_BYTES ? 'The disk for pictures is full.' : null;
}
