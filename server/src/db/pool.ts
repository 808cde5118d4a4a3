import {
  Kysely,
  PostgresDialect,
  type RawBuilder,
  type Transaction,
  type TransactionBuilder,
} from 'kysely';
import pg from 'pg';
import { TellingPool } from './looking-as.ts';
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
// A date is a day of the calendar, not an instant: YYYY-MM-DD, as the contract has it.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** All tables, typed from the migrated database. */
export type Database = Kysely<DB>;
/** A transaction on them. */
export type Tx = Transaction<DB>;
/** Either: what is asked inside and outside a transaction. */
export type Queryable = Kysely<DB>;

export interface Pool {
  db: Database;
  pg: pg.Pool;
  end(): Promise<void>;
}

/**
 * Each transaction that a deadlock or a serialization failure ends is run once more, so what it does beside the database
 * has to bear that.
 */
class RetryingDatabase extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (run) => retryOvertaken(() => execute(run));
    return builder;
  }
}

/** A connection that cannot be had within this time is a fault to report, not to wait for. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** What is asked is short, and many ask: to start a helper takes longer than most of it, and all processors are asked anyway. */
const NO_PARALLEL: SessionSettings = { max_parallel_workers_per_gather: '0' };
const TIMEOUTS: SessionSettings = {
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(STATEMENT_TIMEOUT_MS),
};
/** A commit that waits for a standby is no statement to PostgreSQL any more, and would wait without limit (OPS-10). */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;

interface PoolOptions {
  /** Its connections stay open when they are idle: under load a new one takes seconds. */
  keeps?: boolean;
  /** A pooler of transactions is between: no settings at the start of a connection, no plans that it keeps (OPS-9). */
  isPooled?: boolean;
  /** For what nobody waits for: a night's statement that sets a limit of its own, a commit until its standby is back. */
  mayWait?: boolean;
  /** For migrations and backups, which take the time that they take. */
  isPatient?: boolean;
}

/** Opens a pool. Statements end after 10 s, so that no request waits for ever. */
export function openPool(
  url: string,
  max = 12,
  { keeps = false, isPooled = false, mayWait = false, isPatient = false }: PoolOptions = {},
): Pool {
  const isImpatient = !isPatient && !mayWait;
  const config: pg.PoolConfig & WatchedConfig = {
    Client: WatchedClient,
    connectionString: url,
    isPooled,
    max,
    ...(keeps && { min: max, idleTimeoutMillis: 0 }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // For what `TellingPool` tells.
    pipeline: !isPooled,
    ...(isImpatient && { query_timeout: ANSWER_TIMEOUT_MS, answer_timeout: ANSWER_TIMEOUT_MS }),
    ...(!isPooled && {
      onConnect: (client: pg.ClientBase) =>
        (client as WatchedClient).prepare(isPatient ? {} : { ...NO_PARALLEL, ...TIMEOUTS }),
    }),
    application_name: 'restvarde',
    onDeadLine: () => replaceIdle(pool),
  };
  // Behind a pooler of transactions the next statement may have another connection.
  const pool: pg.Pool = new (isPooled ? pg.Pool : TellingPool)(config);
  // An idle connection that breaks is replaced at the next use.
  pool.on('error', () => {});
  // One that breaks while it is used fails its statement; without a listener it would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    leaveUseless(client as pg.Client);
  });
  const db = new RetryingDatabase({ dialect: new PostgresDialect({ pool }) });
  // `db.destroy` would leave a pool open that was only ever asked beside it.
  return { db, pg: pool, end: () => pool.end() };
}

/** Whoever was given one that has died too would wait as long again until that is found (OPS-10). */
function replaceIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--) {
    pool.connect().then(
      (client) => {
        // It may not be able to take its leave.
        (client as pg.PoolClient & pg.Client).connection.stream.destroy();
        client.release(true);
      },
      () => {},
    );
  }
}

/** What PostgreSQL says where nothing may be written, and where a kept plan answers with columns of other types than it did. */
const USELESS = ['25006', '0A000'];

/**
 * Ends a connection that turns out to lead to a standby, as after a failover whose address had not moved yet: the next
 * leads to where it does by then (OPS-3). So does one whose plans are of before a migration, since it would refuse
 * them for ever.
 */
export function leaveUseless({ connection }: Pick<pg.Client, 'connection'>): void {
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== undefined && USELESS.includes(code)) endAtOnce(connection);
  });
}

/**
 * Asks by a statement that each connection plans once: to plan a long one takes many times as long as to run it. For
 * what is asked thousands of times, in a transaction or by itself. Its values must not decide how it is best answered: a plan
 * that is kept knows none of them, nor a limit that is one. Of each subject the wordings that were asked for first are
 * kept (`keepPlan`); of more each is planned every time.
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
