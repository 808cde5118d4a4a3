import { connect, createServer, type Socket } from 'node:net';

/** 10 s of silence and three probes 5 s apart (`server/src/db/watched-client.ts`). */
const KEEPALIVE_MS = 25_000;

/** A connection to the database that a test can disturb. */
export interface CuttableProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Delays all data until `restore`, like lost packets. */
  stall(): void;
  /**
   * Existing connections stay open and pass nothing, like connections that a firewall has forgotten. New ones work. The
   * server closes its end when its keepalives would have failed.
   */
  forget(): void;
  /** Delays all data. */
  delay(ms: number): void;
  /** Ends `cut`, `stall` and `delay`. */
  restore(): Promise<void>;
}

/**
 * Opens a proxy on a free port in front of a database server. It passes everything except the server's messages of the
 * kind that it drops, by PostgreSQL's letter: 'A' are notifications.
 */
export async function openProxy(
  databaseUrl: string,
  { drops }: { drops?: string } = {},
): Promise<CuttableProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  /** Connections to the server. */
  const outgoings = new Set<Socket>();
  /** Forgotten connections. */
  const forgotten = new WeakSet<Socket>();
  let isStalled = false;
  let delayMs = 0;
  /** Data that is waiting, and when it passes. */
  const queue: { due: number; pass(): void }[] = [];

  const passDue = () => {
    while (!isStalled && queue.length > 0) {
      const waitMs = queue[0]!.due - performance.now();
      if (waitMs > 0) return void setTimeout(passDue, waitMs).unref();
      queue.shift()!.pass();
    }
  };
  const inTurn = (pass: () => void) => {
    const last = queue.at(-1)?.due ?? 0;
    queue.push({ due: Math.max(last, performance.now() + delayMs), pass });
    if (queue.length === 1) passDue();
  };
  // A forgotten connection does not pass its end either.
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    const outgoing = connect({
      port: Number(target.port),
      host: target.hostname,
      allowHalfOpen: true,
    });
    const join = (from: Socket, to: Socket, pass: (bytes: Buffer) => void) => {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('data', (bytes: Buffer) => inTurn(() => forgotten.has(from) || pass(bytes)))
        .on('end', () => inTurn(() => forgotten.has(from) || to.end()))
        .on('close', () => {
          sockets.delete(from);
          inTurn(() => forgotten.has(from) || to.destroy());
        });
    };
    outgoings.add(outgoing.once('close', () => outgoings.delete(outgoing)));
    join(incoming, outgoing, (bytes) => outgoing.write(bytes));
    join(outgoing, incoming, drops ? withoutDropped : (bytes) => incoming.write(bytes));
    let rest = Buffer.alloc(0);
    function withoutDropped(bytes: Buffer) {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readInt32BE(1));
        rest = rest.subarray(message.length);
        if (String.fromCharCode(message[0]!) !== drops) incoming.write(message);
      }
    }
  });
  const listen = (wantedPort: number) =>
    new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.searchParams.delete('connect_timeout');
  return {
    url: url.href,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    stall() {
      isStalled = true;
    },
    forget() {
      for (const socket of sockets) forgotten.add(socket);
      const ends = [...outgoings].filter((socket) => forgotten.has(socket));
      setTimeout(() => {
        for (const socket of ends) socket.destroy();
      }, KEEPALIVE_MS).unref();
    },
    delay(ms) {
      delayMs = ms;
    },
    async restore() {
      isStalled = false;
      delayMs = 0;
      passDue();
      if (!server.listening) await listen(port);
    },
  };
}
