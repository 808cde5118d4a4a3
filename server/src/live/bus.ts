import pg from 'pg';

/** What nodes notify each other of; the payload is JSON. */
export type Channel = 'standings' | 'sessions';

type Handler = (payload: unknown) => void;

/** PostgreSQL's notifications, as received on one connection of this node. */
export interface Bus {
  listen(channel: Channel, handler: Handler): void;
  /** Called when notifications may have been missed: what was cached from them must be read again. */
  onGap(handler: () => void): void;
  stop(): Promise<void>;
}

/** A silent connection is found by a query at this interval. */
const HEARTBEAT_MS = 10_000;
const BACK_OFF_MS = [100, 250, 500, 1_000, 2_000];

/** Starts listening; reconnects by itself, and calls `onGap` each time that it had to. */
export async function startBus(url: string): Promise<Bus> {
  const handlers: Record<Channel, Handler[]> = { standings: [], sessions: [] };
  const gapHandlers: (() => void)[] = [];
  let client: pg.Client | null = null;
  let stopped = false;
  let attempt = 0;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'restvarde bus',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    next.on('notification', ({ channel, payload }) => {
      for (const handle of handlers[channel as Channel] ?? [])
        handle(JSON.parse(payload ?? 'null'));
    });
    const lose = () => {
      if (client !== next) return;
      client = null;
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

  const reconnect = () => {
    if (stopped) return;
    const waitMs = BACK_OFF_MS[Math.min(attempt++, BACK_OFF_MS.length - 1)];
    retry = setTimeout(async () => {
      try {
        await connect();
        for (const handle of gapHandlers) handle();
      } catch {
        reconnect();
      }
    }, waitMs);
  };

  const heartbeat = setInterval(() => {
    const checked = client;
    checked?.query('select 1').catch(() => checked.end().catch(() => {}));
  }, HEARTBEAT_MS);
  heartbeat.unref();

  await connect();
  return {
    listen: (channel, handler) => void handlers[channel].push(handler),
    onGap: (handler) => void gapHandlers.push(handler),
    async stop() {
      stopped = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
