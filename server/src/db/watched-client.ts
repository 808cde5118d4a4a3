import type { Socket } from 'node:net';
import pg from 'pg';

/** How long an answer may be awaited before the server is asked about it, and how often that is looked at. */
const SILENCE_LIMIT_MS = 5_000;
const LOOK_INTERVAL_MS = 1_000;
const ASK_TIMEOUT_MS = 3_000;

/** Settings of a session of PostgreSQL, by name; constants of this code alone. */
export type SessionSettings = Record<string, string>;

/** The server looks after its end too: else a line that is forgotten holds one of its connections for two hours. */
const KEEPALIVE: SessionSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** What a connection may be told beside what any is. */
export interface WatchedConfig extends pg.ClientConfig {
  /** Whatever happens an answer is not awaited for longer; without, for as long as the server is at work on it. */
  answer_timeout?: number;
  /** A pooler is between: the server does not know the connection as its client does. */
  isPooled?: boolean;
  /** What is asked next is sent before what was asked is answered. */
  pipeline?: boolean;
  /** Its line was dead, and seldom alone. */
  onDeadLine?: () => void;
}

/** Of a list a plan takes some 0.15 MB, of its cards 0.6, of one auction 0.7, of what waits for a decision 0.9. */
const WORDINGS_LIMIT = 100;
/** How many wordings of each subject are kept. */
const wordings = new Map<string, number>();
/** The names under which each connection keeps its plans, by the texts of the statements. */
const planNames = new Map<string, string>();

/**
 * Lets each connection keep its plan of a statement from now on, also in transactions, unless its subject has a hundred
 * wordings already: a connection holds each of its plans for ever.
 */
export function keepPlan(subject: string, text: string): void {
  const kept = wordings.get(subject) ?? 0;
  if (kept >= WORDINGS_LIMIT || planNames.has(text)) return;
  planNames.set(text, `${subject} ${kept}`);
  wordings.set(subject, kept + 1);
}

/**
 * A connection that notices when its line has gone dead, as when a firewall has forgotten it or the server lost its
 * power: nobody says so, what was asked would never be answered, and neither would what the next asks that is
 * given it by a pool. It is destroyed when the server is not at work on what has been asked (OPS-10).
 */
export class WatchedClient extends pg.Client {
  /** Behind a pooler of transactions the next statement may have another connection, which knows no names. */
  readonly #keepsPlans: boolean;

  /** The server's process; a pooler of sessions names another at the start. */
  serverPid: number | null = null;

  constructor(config: WatchedConfig = {}) {
    super(config);
    this.#keepsPlans = !config.isPooled;
    // Before who has waited for the connection asks anything on it.
    this.connection.prependOnceListener('readyForQuery', () => watch(this, config));
  }

  /**
   * Sets the session up, before it is used first. By a statement, and not when it connects: PgBouncer refuses what it does not
   * know there.
   */
  async prepare(settings: SessionSettings): Promise<void> {
    const sets = Object.entries({ ...KEEPALIVE, ...settings }).map(
      ([name, value]) => `set_config('${name}', '${value}', false)`,
    );
    const { rows } = await this.query(`select ${sets.join(', ')}, pg_backend_pid() as pid`);
    this.serverPid = rows[0].pid;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's `query` takes arguments of many shapes, and they are passed on.
  override query(asked: any, ...rest: any[]): any {
    const name = this.#keepsPlans ? planNames.get(asked) : undefined;
    const named = name === undefined ? asked : { name, text: asked };
    return (super.query as (...given: unknown[]) => unknown)(named, ...rest);
  }
}

/** Ends a connection at once: nobody is given it again, nor answered on it, while its line is being closed. */
export function endAtOnce(connection: pg.Connection): void {
  connection.stream.destroy();
  connection.emit('end');
}

function watch(client: WatchedClient, config: WatchedConfig): void {
  const stream = client.connection.stream as Socket;
  /** How much had been said when all of it had been answered. */
  let answered = stream.bytesWritten;
  let unansweredSince: number | null = null;
  let isAsking = false;
  // A long answer comes in pieces, and notices and notifications come between.
  stream.on('data', () => {
    unansweredSince = null;
  });
  // Nothing that was asked is left, and nobody has said what is next.
  client.on('drain', () => {
    answered = stream.bytesWritten;
  });
  const leave = () => {
    stream.destroy();
    config.onDeadLine?.();
  };
  const look = async () => {
    if (stream.bytesWritten === answered) return;
    unansweredSince ??= performance.now();
    const silent = unansweredSince;
    const waitedMs = performance.now() - silent;
    if (waitedMs > (config.answer_timeout ?? Infinity)) return leave();
    if (waitedMs < SILENCE_LIMIT_MS || isAsking || client.serverPid === null) return;
    isAsking = true;
    const isDead = !(await isAtWork(client, config).catch(() => true));
    isAsking = false;
    if (isDead && unansweredSince === silent) leave();
  };
  const timer = setInterval(look, LOOK_INTERVAL_MS);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}

/** Whether the server works on what `client` has asked, by another connection. Throws when that cannot be had. */
async function isAtWork(client: WatchedClient, config: WatchedConfig): Promise<boolean> {
  const asking = new pg.Client({
    connectionString: config.connectionString,
    application_name: 'restvarde line check',
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  asking.on('error', () => {});
  try {
    await asking.connect();
    const { rowCount } = await asking.query(
      `select from pg_stat_activity where pid = $1 and state not like 'idle%'`,
      [client.serverPid],
    );
    return rowCount === 1;
  } finally {
    asking.connection.stream.destroy();
  }
}
