import { connect, type Socket } from 'node:net';

/** What came of a spell of load. */
export interface Load {
  /** Answers by status. */
  statuses: Map<number, number>;
  /** Answers of all statuses a second. */
  perSecond: number;
  p50_ms: number;
  p99_ms: number;
}

/** The next request of a client: all its bytes. */
export type NextRequest = (client: number) => string;

/**
 * Loads the servers from `clients` keep-alive connections for so many seconds, each to one of them by turns, with one
 * request in flight. Written on bare sockets: load and server share two cores, and a library that builds and parses
 * in full costs about as much as the server, so that it would measure itself. It reads of an answer the
 * status and the length, and throws when one is not understood.
 */
export async function load(
  ports: number[],
  clients: number,
  seconds: number,
  next: NextRequest,
): Promise<Load> {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      drive(
        ports[client % ports.length]!,
        () => (performance.now() < until ? next(client) : null),
        {
          answered(status, took) {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            times.push(took);
          },
        },
      ),
    ),
  );
  const elapsed = (performance.now() - begun) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { statuses, perSecond: times.length / elapsed, p50_ms: at(0.5), p99_ms: at(0.99) };
}

interface Ear {
  answered(status: number, milliseconds: number): void;
}

/** One connection: asks, waits for the whole answer, asks again, until there is no more to ask. */
function drive(port: number, next: () => string | null, ear: Ear): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let held: Buffer | null = null;
    const ask = (connected: Socket) => {
      const request = next();
      if (request === null) {
        connected.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      connected.write(request, 'latin1');
    };
    const receive = (bytes: Buffer) => {
      const answer: Buffer = held ? Buffer.concat([held, bytes]) : bytes;
      const length = wholeLength(answer);
      if (length === null || answer.length < length) {
        held = Buffer.from(answer);
        return;
      }
      if (answer.length > length) throw new Error('More than one answer to one request.');
      held = null;
      ear.answered(Number(answer.toString('latin1', 9, 12)), performance.now() - sentAt);
      ask(socket);
    };
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(16 * 1024),
        callback(size, buffer) {
          try {
            receive((buffer as Buffer).subarray(0, size));
          } catch (error) {
            reject(error);
          }
          return true;
        },
      },
    });
    socket.on('connect', () => ask(socket));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
  });
}

const LENGTH = Buffer.from('content-length: ');
const END = Buffer.from('\r\n\r\n');

/** Of head and body in bytes; null when the head is not whole yet. */
function wholeLength(answer: Buffer): number | null {
  const head = answer.indexOf(END);
  if (head === -1) return null;
  const at = answer.indexOf(LENGTH);
  if (at === -1 || at > head)
    throw new Error(`An answer without length: ${answer.toString('latin1')}`);
  return (
    head + END.length + Number.parseInt(answer.toString('latin1', at + LENGTH.length, at + 26), 10)
  );
}
