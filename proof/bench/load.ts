import { connect, type Socket } from 'node:net';
import { median } from './results.ts';

/** The result of some seconds of load. */
export interface Load {
  /** Number of answers by status. */
  statuses: Map<number, number>;
  /** Answers of all statuses per second. */
  perSecond: number;
  /** Median time to an answer. */
  p50_ms: number;
}

/** Returns the bytes of a client's next request. */
export type NextRequest = (client: number) => string;

/**
 * Loads a server from `clients` keep-alive connections, each with one request in flight. It uses bare sockets: load and
 * server share the processors, and a full HTTP client costs about as much as the server. It reads only the status and
 * the length of an answer, and throws if it does not understand one.
 */
export async function load(
  port: number,
  clients: number,
  seconds: number,
  next: NextRequest,
): Promise<Load> {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const onAnswer = (status: number, took_ms: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    times.push(took_ms);
  };
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      drive(port, () => (performance.now() < until ? next(client) : null), onAnswer),
    ),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  return { statuses, perSecond: times.length / elapsed, p50_ms: median(times) };
}

/** One connection: sends a request, waits for the whole answer, and repeats until `next` returns null. */
function drive(
  port: number,
  next: () => string | null,
  onAnswer: (status: number, took_ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let partial: Buffer | null = null;
    const send = () => {
      const request = next();
      if (request === null) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request, 'latin1');
    };
    const receive = (bytes: Buffer) => {
      const answer: Buffer = partial ? Buffer.concat([partial, bytes]) : bytes;
      const length = lengthOf(answer);
      if (length === null || answer.length < length) {
        partial = Buffer.from(answer);
        return;
      }
      if (answer.length > length) throw new Error('More than one answer to one request.');
      partial = null;
      onAnswer(Number(answer.toString('latin1', 9, 12)), performance.now() - sentAt);
      send();
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
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
  });
}

const LENGTH = Buffer.from('content-length: ');
const END = Buffer.from('\r\n\r\n');

/** Bytes of the whole answer; null before all of its head has arrived. */
function lengthOf(answer: Buffer): number | null {
  const head = answer.indexOf(END);
  if (head === -1) return null;
  const at = answer.indexOf(LENGTH);
  if (at === -1 || at > head) {
    throw new Error(`An answer without length: ${answer.toString('latin1')}`);
  }
  const from = at + LENGTH.length;
  return head + END.length + Number.parseInt(answer.toString('latin1', from, from + 10), 10);
}
