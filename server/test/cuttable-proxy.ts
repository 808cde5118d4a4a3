import { connect, createServer, type Socket } from 'node:net';

/** A way to the database that a test can cut and mend. */
export interface CuttableProxy {
  /** The same database, reached through the proxy. */
  url: string;
  /** Ends what is connected and refuses what comes. */
  cut(): Promise<void>;
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
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    incoming.pipe(outgoing);
    if (drops) outgoing.on('data', (bytes: Buffer) => forward(bytes));
    else outgoing.pipe(incoming);
    let rest = Buffer.alloc(0);
    const forward = (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readInt32BE(1));
        rest = rest.subarray(message.length);
        if (String.fromCharCode(message[0]!) !== drops) incoming.write(message);
      }
    };
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
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
    mend: () => listen(port),
  };
}
