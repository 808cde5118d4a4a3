import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CHANNELS, type Channel, type Payload, STATELESS } from './channels.ts';

/** A payload that no handler was given, or that one of them failed on. */
export interface BusFault {
  channel: string;
  error: unknown;
}

/** PostgreSQL's notifications, as received on one connection of this node. */
export interface Bus {
  /** Calls `handler` with each payload of the channel's shape; a payload of another shape is a fault. */
  listen<C extends Channel>(channel: C, handler: (payload: Payload<C>) => void): void;
  /**
   * Called when notifications may have been missed: after a lost connection, and after a payload that was not
   * understood. What was cached from them must be read again.
   */
  onGap(handler: () => void): void;
  /** Do notifications arrive? The node notifies itself, at its start and with each heartbeat (OPS-3). */
  isHearing(): boolean;
  /** Called when they no longer do, though the connection is open: a pooler of transactions drops them. */
  onDeaf(handler: () => void): void;
  /** Called for each payload that was not understood: any role of the database may send one. */
  onFault(handler: (fault: BusFault) => void): void;
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
/** Gaps after payloads that were not understood are announced at most this often: each makes every page reconnect. */
const GAP_INTERVAL_MS = 1_000;
const BACK_OFF_MS = [100, 250, 500, 1_000, 2_000];

/**
 * Starts listening; reconnects by itself, and calls `onGap` each time that it had to. Its heartbeats are sent by
 * `notifier`: not by the connection that listens, of which they would prove nothing.
 */
export async function startBus(url: string, notifier: Pick<pg.Pool, 'query'>): Promise<Bus> {
  const handlers = new Map<Channel, Set<(payload: unknown) => void>>();
  const gapHandlers: (() => void)[] = [];
  const deafHandlers: (() => void)[] = [];
  const faultHandlers: ((fault: BusFault) => void)[] = [];
  let lastGap = -Infinity;
  let nextGap: NodeJS.Timeout | undefined;
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
    next.on('notification', ({ channel, payload }) => dispatch(channel as Channel, payload));
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
      for (const channel of Object.keys(CHANNELS)) await next.query(`listen ${channel}`);
      if (stopped) throw new Error('Stopped while it connected.');
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    attempt = 0;
  };

  /** What throws here would end the process: pg calls it from the event of its socket. */
  const dispatch = (channel: Channel, text: string | undefined) => {
    try {
      const payload = CHANNELS[channel].parse(JSON.parse(text ?? ''));
      for (const handle of handlers.get(channel) ?? []) handle(payload);
    } catch (error) {
      for (const handle of faultHandlers) handle({ channel, error });
      if (!STATELESS.includes(channel)) announceGapSoon();
    }
  };

  const listen = <C extends Channel>(channel: C, handler: (payload: Payload<C>) => void) => {
    const all = handlers.get(channel) ?? new Set();
    handlers.set(channel, all.add(handler as (payload: unknown) => void));
  };

  const announceGap = () => {
    lastGap = performance.now();
    for (const handle of gapHandlers) handle();
  };

  const announceGapSoon = () => {
    if (nextGap !== undefined || stopped) return;
    const waitMs = Math.max(0, lastGap + GAP_INTERVAL_MS - performance.now());
    nextGap = setTimeout(() => {
      nextGap = undefined;
      announceGap();
    }, waitMs);
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
    const hear = (payload: string) => {
      if (payload === token) echo.resolve(true);
    };
    listen('heartbeat', hear);
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
      handlers.get('heartbeat')?.delete(hear as (payload: unknown) => void);
    }
  };

  await connect();
  const heartbeat = setInterval(checkHearing, HEARTBEAT_MS);
  heartbeat.unref();
  void checkHearing();
  return {
    isHearing: () => client !== null && misses === 0,
    onDeaf: (handler) => void deafHandlers.push(handler),
    listen,
    onGap: (handler) => void gapHandlers.push(handler),
    onFault: (handler) => void faultHandlers.push(handler),
    async stop() {
      stopped = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      clearTimeout(loss);
      clearTimeout(nextGap);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
