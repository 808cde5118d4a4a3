import { connect, createServer, type Socket } from 'node:net';

/** 10 s of silence, and three questions 5 s apart (`server/src/db/watched-client.ts`). */
const KEEPALIVE_MS = 25_000;

/** A way to the database that a test can harm and mend. */
export interface CuttableProxy {
  /** The same database, reached through the proxy. */
  url: string;
  /** Ends what is connected and refuses what comes. */
  cut(): Promise<void>;
  /** Nothing passes, and nobody is told: what is sent meanwhile arrives once it is mended, as after lost packets. */
  stall(): void;
  /**
   * What is connected stays so for ever, and nothing passes on it any more, at either end: as when something between
   * has forgotten the connection, or the other end has lost its power. What is connected from now on is well. The server
   * lets go of its end when its keepalives would have found that it is dead.
   */
  forget(): void;
  /** Every piece is so much later. */
  delay(ms: number): void;
  /** All is well for what connects, and for what was stalled or delayed. */
  mend(): Promise<void>;
}

/**
 * Opens a proxy on a free port in front of the server of a database address. It passes everything on, save messages
 * of the server of the kind that it drops, by PostgreSQL's letter: 'A' are notifications.
 */
export async function openProxy(
  databaseUrl: string,
  { drops }: { drops?: string } = {},
): Promise<CuttableProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  /** Those of them that lead to the server. */
  const outgoings = new Set<Socket>();
  /** Those on which nothing passes any more. */
  const forgotten = new WeakSet<Socket>();
  let isStalled = false;
  let delayMs = 0;
  /** What has come and not passed yet, and when it may. */
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
  // A forgotten line is not taken leave of either: an end that one side says is not answered by itself.
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
    async mend() {
      isStalled = false;
      delayMs = 0;
      passDue();
      if (!server.listening) await listen(port);
    },
  };
}
