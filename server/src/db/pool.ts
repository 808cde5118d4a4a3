import { Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import { TellingPool } from './looking-as.ts';
import type { DB } from './types.generated.ts';
import { WatchedClient, type WatchedConfig } from './watched-client.ts';

// Counts are bigint in PostgreSQL; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date is a day of the calendar, not an instant: YYYY-MM-DD, as the contract has it.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** All tables, typed from the migrated database. */
export type Database = Kysely<DB>;
/** A transaction on them. */
export type Tx = Transaction<DB>;
/** Either: reads that are called inside and outside a transaction. */
export type Queryable = Kysely<DB>;

export interface Pool {
  db: Database;
  pg: pg.Pool;
  /** A connection here stays the same: what it was told is known to it at the next statement. */
  keepsPlans: boolean;
  end(): Promise<void>;
}

/** What reads need of a pool; one of its connections has it too. */
export type ReadPool = Pick<Pool, 'db' | 'keepsPlans'> & { pg: Pick<pg.Pool, 'query'> };

/** A connection that cannot be had within this time is a fault to report, not to wait for. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** What is asked is short, and many ask: to start a helper takes longer than most of it, and all processors are asked anyway. */
const NO_PARALLEL = '-c max_parallel_workers_per_gather=0';
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
    ...(!isPatient &&
      !isPooled && {
        options: NO_PARALLEL,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
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
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  // `db.destroy` would leave a pool open that was only ever asked beside it.
  return { db, pg: pool, keepsPlans: !isPooled, end: () => pool.end() };
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
    if (code !== undefined && USELESS.includes(code)) connection.stream.destroy();
  });
}

/**
 * Reads by a statement that each connection plans once, under this name: to plan a long one takes many times as
 * long as to run it. For what is asked thousands of times. In a transaction it is a statement like any other.
 */
export function readPrepared<Row>(
  pool: ReadPool,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  return read(pool, statement, () => name);
}

/**
 * The same for a statement of some wordings, each of which is planned for itself. Its values must not decide how it is best
 * read: a plan that is kept knows none of them, nor a limit that is one. Of each subject the wordings that were asked for first
 * are kept, since a connection holds each of its plans for ever; of more each is planned every time.
 */
export function readPlanned<Row>(
  pool: ReadPool,
  subject: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  return read(pool, statement, (text) => nameOfWording(subject, text));
}

/** Of a list a plan takes some 0.15 MB, of its cards 0.6, of one auction 0.7, of what waits for a decision 0.9. */
const WORDINGS_LIMIT = 100;
/** The names of each subject's wordings. */
const wordings = new Map<string, Map<string, string>>();

function nameOfWording(subject: string, text: string): string | undefined {
  const names = wordings.get(subject) ?? new Map<string, string>();
  wordings.set(subject, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= WORDINGS_LIMIT) return known;
  const name = `${subject} ${names.size}`;
  names.set(text, name);
  return name;
}

async function read<Row>(
  { db, pg, keepsPlans }: ReadPool,
  statement: RawBuilder<Row>,
  nameOf: (text: string) => string | undefined,
): Promise<Row[]> {
  if (db.isTransaction || !keepsPlans) return (await statement.execute(db)).rows;
  const { sql, parameters } = statement.compile(db);
  const name = nameOf(sql);
  const { rows } = await pg.query({ ...(name && { name }), text: sql, values: [...parameters] });
  return rows;
}
