import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { type Database, firstRow, openPool, type Pool, type Queryable } from './pool.ts';
import type { DB } from './types.generated.ts';

/** Reads lists and sums. A read sees at least what was committed when it began (OPS-18). */
export interface Reader {
  /**
   * Runs `work`, which must only read: on the replica if that has caught up with the primary, else on the primary. Runs
   * it again on the primary if the replica fails.
   */
  read<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** Called with the reason when the replica is no longer read, and with null when it is again. */
  onFault(handler: (fault: string | null) => void): void;
  end(): Promise<void>;
}

/** The primary's WAL position and clock. */
interface PrimaryPosition {
  lsn: string;
  /** Eight hexadecimal digits. */
  timeline: string;
  cluster: string;
  now: Date;
  /** When the reply arrived, by `performance.now()`. */
  read_at: number;
}

const CONNECTIONS = 12;
/** A replica that takes longer is not awaited; the primary is read. */
const ANSWER_LIMIT_MS = 300;
/** A replica lags by the latest write. Check it again after these, then read the primary. */
const LOOK_AGAIN_MS = [1, 2, 4, 8];
/** How long a replica that was unavailable, behind or wrong is not used. */
const REST_MS = 1_000;
/** The replica's clock decides what has started and ended in its lists. */
const CLOCK_DIFFERENCE_LIMIT_MS = 100;

/** For a node without a replica. */
export const readPrimary = (pool: Pool): Reader => ({
  read: (work) => work(pool.db),
  onFault: () => {},
  end: async () => {},
});

/** Opens a replica. Nothing waits for it: it may be down, or start later. */
export function openReplica(
  url: string,
  primary: { calls: Pool; sessionPool: Pool },
  onRead: (from: 'replica' | 'primary') => void,
): Reader {
  const replica = openPool(url, CONNECTIONS);
  const readSharedPosition = shareQuery(() => readPosition(primary.sessionPool));
  let restsUntil = 0;
  let lastFault: string | null = null;
  const handlers: ((fault: string | null) => void)[] = [];

  const notify = (fault: string | null) => {
    if (fault === lastFault) return;
    lastFault = fault;
    for (const handle of handlers) handle(fault);
  };
  const readReplica = async <T>(
    work: (db: Queryable) => Promise<T>,
  ): Promise<{ done: T } | null> => {
    const position = await readSharedPosition();
    let isLate = false;
    const answered = Promise.withResolvers<string | null>();
    const look = async () => {
      const client = await replica.pg.connect();
      try {
        const db = readBy(client);
        const fault = await waitFor(db, position);
        answered.resolve(fault);
        return fault === null && !isLate ? { done: await work(db) } : null;
      } finally {
        client.release();
      }
    };
    const result = look();
    result.catch(() => answered.resolve('it is unavailable'));
    const late = pause(ANSWER_LIMIT_MS, 'it does not answer', { ref: false });
    const fault = await Promise.race([answered.promise, late]);
    notify(fault);
    if (fault === null) return result;
    isLate = true;
    restsUntil = performance.now() + REST_MS;
    return null;
  };
  return {
    async read(work) {
      if (performance.now() >= restsUntil) {
        // An error of the work itself recurs on the primary.
        const found = await readReplica(work).catch(() => null);
        if (found) {
          onRead('replica');
          return found.done;
        }
      }
      onRead('primary');
      return work(primary.calls.db);
    },
    onFault: (handler) => void handlers.push(handler),
    end: replica.end,
  };
}

const databases = new WeakMap<pg.PoolClient, Database>();

/** Kysely on one connection: the check and the read must use the same server, wherever the address leads. */
function readBy(client: pg.PoolClient): Database {
  const known = databases.get(client);
  if (known) return known;
  const kept = { query: client.query.bind(client), release() {} };
  const only = { connect: async () => kept, end: async () => {} };
  const dialect = new PostgresDialect({ pool: only as unknown as pg.Pool });
  const db = new Kysely<DB>({ dialect });
  databases.set(client, db);
  return db;
}

/** Shares one query between callers that wait, and never returns a result that was requested before the caller came. */
function shareQuery<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= last
      .catch(() => {})
      .then(() => {
        next = null;
        const result = ask();
        last = result;
        return result;
      });
    return next;
  };
}

async function readPosition({ db }: Pool): Promise<PrimaryPosition> {
  const { rows } = await sql<Omit<PrimaryPosition, 'read_at'>>`
    select lsn::text as lsn, left(pg_walfile_name(lsn), 8) as timeline,
      (select system_identifier::text from pg_control_system()) as cluster, clock_timestamp() as now
    from pg_current_wal_flush_lsn() lsn`.execute(db);
  return { ...firstRow(rows), read_at: performance.now() };
}

/** Waits briefly until the replica has caught up with `position`. Returns the reason not to read it, or null. */
async function waitFor(db: Database, position: PrimaryPosition): Promise<string | null> {
  for (const wait_ms of [...LOOK_AGAIN_MS, null]) {
    const asked_at = performance.now();
    const { rows } = await sql<{ fault: string | null; is_behind: boolean; now: Date }>`
      select
        case
          when not pg_is_in_recovery() then 'it is not a standby'
          when system.system_identifier::text <> ${position.cluster} then 'it is of another cluster'
          when lpad(upper(to_hex(greatest(control.timeline_id, recovery.min_recovery_end_timeline))), 8, '0')
            <> ${position.timeline} then 'it follows another timeline'
        end as fault,
        pg_last_wal_replay_lsn() < ${position.lsn}::pg_lsn as is_behind,
        clock_timestamp() as now
      from pg_control_system() system, pg_control_checkpoint() control, pg_control_recovery() recovery`.execute(
      db,
    );
    const { fault, is_behind, now } = firstRow(rows);
    if (fault !== null) return fault;
    if (!is_behind) return clockFault(position, now, asked_at);
    if (wait_ms === null) return 'it is behind';
    await pause(wait_ms);
  }
  return null;
}

function clockFault(position: PrimaryPosition, now: Date, asked_at: number): string | null {
  const ahead_ms = now.getTime() - position.now.getTime();
  // Its clock was read between the query and the reply.
  const [least, most] = [asked_at - position.read_at, performance.now() - position.read_at];
  const isRight =
    ahead_ms >= least - CLOCK_DIFFERENCE_LIMIT_MS && ahead_ms <= most + CLOCK_DIFFERENCE_LIMIT_MS;
  return isRight ? null : 'its clock differs';
}
