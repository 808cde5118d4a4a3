import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What nodes notify each other of; the payload is JSON. */
export type Channel = 'standings' | 'sessions' | 'heartbeat' | 'worker';

type Handler = (payload: unknown) => void;

/** PostgreSQL's notifications, as received on one connection of this node. */
export interface Bus {
  listen(channel: Channel, handler: Handler): void;
  /**
   * Called when notifications may have been missed, and when they have not come for seconds and it cannot be told how
   * long yet: what was cached from them must be read again.
   */
  onGap(handler: () => void): void;
  /** Do notifications arrive? The node notifies itself, at its start and with each heartbeat (OPS-3). */
  isHearing(): boolean;
  /** Called when they no longer do, though the connection stands: something between drops them, as poolers do. */
  onDeaf(handler: () => void): void;
  stop(): Promise<void>;
}

/** What has gone silent is found at this interval. */
const HEARTBEAT_MS = 5_000;
/** So long the line may take to answer. */
const ANSWER_TIMEOUT_MS = 3_000;
/** So long a notification may take to come back. */
const ECHO_TIMEOUT_MS = 2_000;
/** So long it may take to connect again before those who wait for notifications are told that none come. */
const LOSS_TOLD_AFTER_MS = 2_000;
/** So many that do not come back in a row are told: something between drops them. */
const TOLD_AT_MISSES = 2;
const BACK_OFF_MS = [100, 250, 500, 1_000, 2_000];

/**
 * Starts listening; reconnects by itself, and calls `onGap` each time that it had to. Its heartbeats are sent by
 * `notifier`: not by the connection that listens, of which they would prove nothing.
 */
export async function startBus(url: string, notifier: Pick<pg.Pool, 'query'>): Promise<Bus> {
  const handlers: Record<Channel, Handler[]> = {
    standings: [],
    sessions: [],
    heartbeat: [],
    worker: [],
  };
  const gapHandlers: (() => void)[] = [];
  const deafHandlers: (() => void)[] = [];
  /** Notifications in a row that did not come back. */
  let misses = 0;
  let client: pg.Client | null = null;
  let stopped = false;
  let attempt = 0;
  let retry: NodeJS.Timeout | undefined;
  let loss: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'restvarde bus',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    next.on('notification', ({ channel, payload }) => {
      for (const handle of handlers[channel as Channel] ?? [])
        handle(JSON.parse(payload ?? 'null'));
    });
    const lose = () => {
      if (client !== next) return;
      client = null;
      loss = setTimeout(announceGap, LOSS_TOLD_AFTER_MS);
      reconnect();
    };
    next.on('error', lose);
    next.on('end', lose);
    try {
      await next.connect();
      for (const channel of Object.keys(handlers)) await next.query(`listen ${channel}`);
      if (stopped) throw new Error('Stopped while it connected.');
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    attempt = 0;
  };

  const announceGap = () => {
    for (const handle of gapHandlers) handle();
  };

  const reconnect = () => {
    if (stopped) return;
    const waitMs = BACK_OFF_MS[Math.min(attempt++, BACK_OFF_MS.length - 1)];
    retry = setTimeout(async () => {
      try {
        await connect();
        clearTimeout(loss);
        announceGap();
      } catch {
        reconnect();
      }
    }, waitMs);
  };

  /**
   * Sends a notification and waits for it. One that is lost is told of once, and the connection is made anew. So is one
   * that has gone silent: nobody at its other end would ever take leave of it.
   */
  const checkHearing = async () => {
    const checked = client;
    if (!checked) return;
    const drop = () => checked.connection.stream.destroy();
    try {
      await checked.query('select');
    } catch {
      return drop();
    }
    const echo = Promise.withResolvers<boolean>();
    const token = randomUUID();
    const hear = (payload: unknown) => {
      if (payload === token) echo.resolve(true);
    };
    handlers.heartbeat.push(hear);
    const timer = setTimeout(() => echo.resolve(false), ECHO_TIMEOUT_MS);
    try {
      await notifier.query("select pg_notify('heartbeat', $1)", [JSON.stringify(token)]);
      const isHeard = await echo.promise;
      if (client !== checked || stopped) return;
      misses = isHeard ? 0 : misses + 1;
      // One may be late on a machine that is busy, as at its start.
      if (misses === TOLD_AT_MISSES) for (const handle of deafHandlers) handle();
      if (!isHeard) drop();
    } catch {
      // The database is away, which is found by whoever needs it.
    } finally {
      clearTimeout(timer);
      handlers.heartbeat = handlers.heartbeat.filter((handler) => handler !== hear);
    }
  };

  await connect();
  const heartbeat = setInterval(checkHearing, HEARTBEAT_MS);
  heartbeat.unref();
  void checkHearing();
  return {
    isHearing: () => client !== null && misses === 0,
    onDeaf: (handler) => void deafHandlers.push(handler),
    listen: (channel, handler) => void handlers[channel].push(handler),
    onGap: (handler) => void gapHandlers.push(handler),
    async stop() {
      stopped = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      clearTimeout(loss);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
