import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { CHANNELS, type Channel, type Payload, STATELESS } from './channels.ts';
import { openListeningClient } from './listening-client.ts';

/** A malformed payload, or one that a handler failed on. */
export interface BusFault {
  channel: string;
  error: unknown;
}

/** PostgreSQL notifications, received on one connection of this node. */
export interface Bus {
  /** Calls `handler` with each valid payload of the channel. A malformed payload is a fault. */
  listen<C extends Channel>(channel: C, handler: (payload: Payload<C>) => void): void;
  /**
   * Called when notifications may have been lost: after a lost connection or a malformed payload. Caches that
   * depend on them must be read again.
   */
  onGap(handler: () => void): void;
  /** Whether notifications arrive. The node notifies itself at its start and with each heartbeat (OPS-3). */
  isReceiving(): boolean;
  /** Called when notifications stop arriving on an open connection, as behind a transaction pooler. */
  onSilence(handler: () => void): void;
  /** Called for each malformed payload. Any database role may send one. */
  onFault(handler: (fault: BusFault) => void): void;
  stop(): Promise<void>;
}

/** The interval of the checks for a silent connection. */
const HEARTBEAT_MS = 5_000;
/** Timeout of the heartbeat notification. */
const ECHO_TIMEOUT_MS = 2_000;
/** A gap is announced if reconnecting takes longer. */
const GAP_AFTER_MS = 2_000;
/** `onSilence` is called after this many lost heartbeats in a row. */
const SILENT_AFTER_MISSES = 2;
/** Minimum interval between gaps announced for malformed payloads: each makes every page reconnect. */
const GAP_INTERVAL_MS = 1_000;

/**
 * Starts listening. Reconnects automatically and then calls `onGap`. `notifier` sends the heartbeats: a
 * notification from the listening connection itself would prove nothing.
 */
export async function startBus(url: string, notifier: Pick<pg.Pool, 'query'>): Promise<Bus> {
  const handlers = new Map<Channel, Set<(payload: unknown) => void>>();
  const gapHandlers: (() => void)[] = [];
  const silenceHandlers: (() => void)[] = [];
  const faultHandlers: ((fault: BusFault) => void)[] = [];
  let lastGap = -Infinity;
  let nextGap: NodeJS.Timeout | undefined;
  let loss: NodeJS.Timeout | undefined;
  /** Heartbeats lost in a row. */
  let misses = 0;
  let isStopped = false;

  /** Must not throw: pg calls it from a socket event, where an exception ends the process. */
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
    // One gap covers all that was lost before it.
    clearTimeout(loss);
    clearTimeout(nextGap);
    nextGap = undefined;
    lastGap = performance.now();
    for (const handle of gapHandlers) handle();
  };

  const announceGapSoon = () => {
    if (nextGap !== undefined || isStopped) return;
    const waitMs = Math.max(0, lastGap + GAP_INTERVAL_MS - performance.now());
    nextGap = setTimeout(announceGap, waitMs);
  };

  const client = await openListeningClient(url, {
    channels: Object.keys(CHANNELS),
    onNotification: (channel, payload) => dispatch(channel as Channel, payload),
    onLoss() {
      // A gap that waits is covered by that of the reconnect.
      clearTimeout(nextGap);
      nextGap = undefined;
      loss = setTimeout(announceGap, GAP_AFTER_MS);
    },
    onReturn: announceGap,
  });

  /** Sends a heartbeat and waits for it. Drops the connection if the heartbeat is lost or the connection does not answer. */
  const checkReceiving = async () => {
    const connection = client.current();
    if (!connection) return;
    if (!(await connection.answers())) return connection.drop();
    const echo = Promise.withResolvers<boolean>();
    const token = randomUUID();
    const onHeartbeat = (payload: string) => {
      if (payload === token) echo.resolve(true);
    };
    listen('heartbeat', onHeartbeat);
    const timer = setTimeout(() => echo.resolve(false), ECHO_TIMEOUT_MS);
    try {
      await notifier.query("select pg_notify('heartbeat', $1)", [JSON.stringify(token)]);
      const hasArrived = await echo.promise;
      if (client.current() !== connection || isStopped) return;
      misses = hasArrived ? 0 : misses + 1;
      // One heartbeat may be late on a busy machine, as at start-up.
      if (misses === SILENT_AFTER_MISSES) for (const handle of silenceHandlers) handle();
      if (!hasArrived) connection.drop();
    } catch {
      // The database is unreachable. Its users report that.
    } finally {
      clearTimeout(timer);
      handlers.get('heartbeat')?.delete(onHeartbeat as (payload: unknown) => void);
    }
  };

  const heartbeat = setInterval(checkReceiving, HEARTBEAT_MS);
  heartbeat.unref();
  void checkReceiving();
  return {
    isReceiving: () => client.current() !== null && misses === 0,
    onSilence: (handler) => void silenceHandlers.push(handler),
    listen,
    onGap: (handler) => void gapHandlers.push(handler),
    onFault: (handler) => void faultHandlers.push(handler),
    async stop() {
      isStopped = true;
      clearInterval(heartbeat);
      clearTimeout(nextGap);
      clearTimeout(loss);
      await client.stop();
    },
  };
}
