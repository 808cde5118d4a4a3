import {
  Kysely,
  PostgresDialect,
  type RawBuilder,
  type Transaction,
  type TransactionBuilder,
} from 'kysely';
import pg from 'pg';
import { ViewerPool } from './as-viewer.ts';
import { retryOvertaken } from './retry.ts';
import type { DB } from './types.generated.ts';
import {
  endAtOnce,
  keepPlan,
  type SessionSettings,
  WatchedClient,
  type WatchedConfig,
} from './watched-client.ts';

// Counts are bigint in PostgreSQL; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date is a calendar day, not an instant: YYYY-MM-DD, as in the contract.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** All tables, typed from the migrated database. */
export type Database = Kysely<DB>;
/** A transaction. */
export type Tx = Transaction<DB>;
/** For queries that run inside or outside a transaction. */
export type Queryable = Kysely<DB>;

export interface Pool {
  db: Database;
  pg: pg.Pool;
  end(): Promise<void>;
}

/**
 * Runs a transaction once more after a deadlock or a serialization failure. Its side effects outside the database must
 * tolerate that.
 */
class RetryingDatabase extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (run) => retryOvertaken(() => execute(run));
    return builder;
  }
}

/** Opening a connection fails after this time, unless its URL has another. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Queries are short and many: starting a parallel worker takes longer than most of them. */
const NO_PARALLEL: SessionSettings = { max_parallel_workers_per_gather: '0' };
const TIMEOUTS: SessionSettings = {
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(STATEMENT_TIMEOUT_MS),
};
/** `statement_timeout` does not cover a commit that waits for a standby (OPS-10). */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;

interface PoolOptions {
  /** Keeps idle connections open: under load a new one takes seconds. */
  keepsIdle?: boolean;
  /** The URL is a transaction pooler's: no session settings and no kept plans (OPS-9). */
  isPooled?: boolean;
  /**
   * `request`: statements and their replies time out. `background`: statements time out unless they set a longer limit,
   * and a commit waits for its standby. `none`: no limits, for migrations and backups.
   */
  timeouts?: 'request' | 'background' | 'none';
}

/** The time to open a connection: `connect_timeout` of its URL, in seconds as for other clients, or `usual_ms`. */
export function connectTimeoutMs(url: string, usual_ms: number): number {
  return Number(new URL(url).searchParams.get('connect_timeout')) * 1_000 || usual_ms;
}

/** Opens a pool. Statements end after 10 s unless `timeouts` says otherwise. */
export function openPool(
  url: string,
  max = 12,
  { keepsIdle = false, isPooled = false, timeouts = 'request' }: PoolOptions = {},
): Pool {
  const config: pg.PoolConfig & WatchedConfig = {
    Client: WatchedClient,
    connectionString: url,
    isPooled,
    max,
    ...(keepsIdle && { min: max, idleTimeoutMillis: 0 }),
    connectionTimeoutMillis: connectTimeoutMs(url, CONNECT_TIMEOUT_MS),
    // `ViewerPool` needs it.
    pipeline: !isPooled,
    ...(timeouts === 'request' && {
      query_timeout: ANSWER_TIMEOUT_MS,
      answer_timeout: ANSWER_TIMEOUT_MS,
    }),
    ...(!isPooled && {
      onConnect: (client: pg.ClientBase) =>
        (client as WatchedClient).prepare(
          timeouts === 'none' ? {} : { ...NO_PARALLEL, ...TIMEOUTS },
        ),
    }),
    application_name: 'restvarde',
    onDeadLine: () => replaceIdle(pool),
  };
  // A transaction pooler may run the next statement on another connection.
  const pool: pg.Pool = new (isPooled ? pg.Pool : ViewerPool)(config);
  // A broken idle connection is replaced at its next use.
  pool.on('error', () => {});
  // A broken connection in use fails its query; without a listener the error would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    closeOnLastingError(client as pg.Client);
  });
  const db = new RetryingDatabase({ dialect: new PostgresDialect({ pool }) });
  // `db.destroy` leaves the pool open if Kysely never used it.
  return { db, pg: pool, end: () => pool.end() };
}

/**
 * Replaces all idle connections: others have probably died too, and each would wait as long until that is noticed
 * (OPS-10).
 */
function replaceIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--) {
    pool.connect().then(
      (client) => {
        // A dead connection cannot send its goodbye.
        (client as pg.PoolClient & pg.Client).connection.stream.destroy();
        client.release(true);
      },
      () => {},
    );
  }
}

/** Errors that a connection would get for ever: a write on a standby, and a kept plan whose result types have changed. */
const LASTING_ERRORS = ['25006', '0A000'];

/**
 * Closes a connection after an error that every later statement would get too. After a failover the server may be a
 * standby: the next connection finds the new primary (OPS-3). After a migration the connection's plans may be too old.
 */
export function closeOnLastingError({ connection }: Pick<pg.Client, 'connection'>): void {
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== undefined && LASTING_ERRORS.includes(code)) endAtOnce(connection);
  });
}

/**
 * Runs a statement whose plan each connection keeps: planning a long statement takes many times as long as running it.
 * For statements that run thousands of times. The plan is generic: it must not depend on the values, including a
 * limit. Plans are kept for the first wordings of each subject (`keepPlan`); others are planned every time.
 */
export async function queryPlanned<Row>(
  db: Queryable,
  subject: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const compiled = statement.compile(db);
  keepPlan(subject, compiled.sql);
  return (await db.executeQuery(compiled)).rows;
}

/** The first row of a statement that always returns one. Throws if there is none, which is a bug. */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always gives a row gave none.');
  return row;
}
