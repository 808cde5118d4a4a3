import pg from 'pg';
import { connectTimeoutMs } from '../db/pool.ts';

/** Timeout of a query on the connection. */
const ANSWER_TIMEOUT_MS = 3_000;
const BACK_OFF_MS = [100, 250, 500, 1_000, 2_000];

/** An open connection that listens to the channels. */
interface Connection {
  /** Whether it answers a query. */
  answers(): Promise<boolean>;
  /** Destroys it without closing, because the other end may be gone. It is then replaced. */
  drop(): void;
}

interface ListeningClient {
  /** Null while it reconnects. */
  current(): Connection | null;
  stop(): Promise<void>;
}

/**
 * Keeps one connection that listens to channels, and replaces it when it is lost. Rejects if the first connection
 * fails.
 */
export async function openListeningClient(
  url: string,
  options: {
    channels: string[];
    onNotification(channel: string, payload: string | undefined): void;
    onLoss(): void;
    /** Called when a lost connection has been replaced. */
    onReturn(): void;
  },
): Promise<ListeningClient> {
  let current: (Connection & { client: pg.Client }) | null = null;
  let isStopped = false;
  let attempt = 0;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'restvarde bus',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs(url, 5_000),
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    client.on('notification', ({ channel, payload }) => options.onNotification(channel, payload));
    const onLoss = () => {
      if (current?.client !== client) return;
      current = null;
      options.onLoss();
      reconnect();
    };
    client.on('error', onLoss);
    client.on('end', onLoss);
    try {
      await client.connect();
      for (const channel of options.channels) await client.query(`listen ${channel}`);
      if (isStopped) throw new Error('Stopped while it connected.');
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    current = {
      client,
      answers: () =>
        client.query('select').then(
          () => true,
          () => false,
        ),
      drop: () => client.connection.stream.destroy(),
    };
    attempt = 0;
  };

  const reconnect = () => {
    if (isStopped) return;
    const waitMs = BACK_OFF_MS[Math.min(attempt++, BACK_OFF_MS.length - 1)];
    retry = setTimeout(async () => {
      try {
        await connect();
        options.onReturn();
      } catch {
        reconnect();
      }
    }, waitMs);
  };

  await connect();
  return {
    current: () => current,
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      const last = current;
      current = null;
      await last?.client.end();
    },
  };
}
