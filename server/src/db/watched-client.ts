import type { Socket } from 'node:net';
import pg from 'pg';

/** After this long without a reply, check whether the server is working; and how often to look. */
const SILENCE_LIMIT_MS = 5_000;
const LOOK_INTERVAL_MS = 1_000;
const ASK_TIMEOUT_MS = 3_000;

/** PostgreSQL session settings by name. Never user input. */
export type SessionSettings = Record<string, string>;

/** The server checks connections too; otherwise it holds a dead one for two hours. */
const KEEPALIVE: SessionSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

export interface WatchedConfig extends pg.ClientConfig {
  /** The longest wait for a reply, in ms; by default as long as the server works on it. */
  answer_timeout?: number;
  /** Behind a pooler the server's process id is not the client's. */
  isPooled?: boolean;
  /** Sends queries before the previous ones are answered. */
  pipeline?: boolean;
  /** Called when this connection was found dead; others probably are too. */
  onDeadLine?: () => void;
}

/** A plan takes 0.15 MB for a list, 0.6 for its cards, 0.7 for an auction, 0.9 for auctions that await a decision. */
const WORDINGS_LIMIT = 100;
/** Number of kept wordings by subject. */
const wordings = new Map<string, number>();
/** Plan names by statement text, the same on each connection. */
const planNames = new Map<string, string>();

/**
 * Lets each connection keep its plan of a statement from now on, also in transactions, unless its subject has a hundred
 * wordings already: a connection never frees a plan.
 */
export function keepPlan(subject: string, text: string): void {
  const kept = wordings.get(subject) ?? 0;
  if (kept >= WORDINGS_LIMIT || planNames.has(text)) return;
  planNames.set(text, `${subject} ${kept}`);
  wordings.set(subject, kept + 1);
}

/**
 * A connection that detects a silently dead line, as after a firewall dropped it or the server lost power: queries
 * would never be answered. It is destroyed if the server is not working on its query (OPS-10).
 */
export class WatchedClient extends pg.Client {
  /** A transaction pooler may run the next statement on another connection, which lacks the plan. */
  readonly #keepsPlans: boolean;

  /** The server's process id, as the server reports it: a session pooler reports another at connect. */
  serverPid: number | null = null;

  constructor(config: WatchedConfig = {}) {
    super(config);
    this.#keepsPlans = !config.isPooled;
    // Before anything that waits for the connection sends a query.
    this.connection.prependOnceListener('readyForQuery', () => watch(this, config));
  }

  /**
   * Sets session settings before first use. By a statement and not at connect, because PgBouncer refuses unknown
   * settings there.
   */
  async prepare(settings: SessionSettings): Promise<void> {
    const sets = Object.entries({ ...KEEPALIVE, ...settings }).map(
      ([name, value]) => `set_config('${name}', '${value}', false)`,
    );
    const { rows } = await this.query(`select ${sets.join(', ')}, pg_backend_pid() as pid`);
    this.serverPid = rows[0].pid;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's `query` takes arguments of many shapes, and they are passed on.
  override query(query: any, ...rest: any[]): any {
    const name = this.#keepsPlans ? planNames.get(query) : undefined;
    const named = name === undefined ? query : { name, text: query };
    return (super.query as (...args: unknown[]) => unknown)(named, ...rest);
  }
}

/** Closes a connection at once: it is not reused, and pending queries fail without waiting for the line to close. */
export function endAtOnce(connection: pg.Connection): void {
  connection.stream.destroy();
  connection.emit('end');
}

function watch(client: WatchedClient, config: WatchedConfig): void {
  const stream = client.connection.stream as Socket;
  /** Bytes written when everything had been answered. */
  let answered = stream.bytesWritten;
  let unansweredSince: number | null = null;
  let isAsking = false;
  // A long reply comes in pieces, and notices and notifications come in between.
  stream.on('data', () => {
    unansweredSince = null;
  });
  // Everything has been answered, and nothing is queued.
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

/** Whether the server is working on the client's query. Uses another connection; throws if it cannot be opened. */
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
