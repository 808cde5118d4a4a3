import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const [A, AAAA] = [1, 28];
const HEADER_BYTES = 12;
/** A pointer to the name in the question (RFC 1035, 4.1.4). */
const SAME_NAME = [0xc0, HEADER_BYTES];

/** A name server on a free port of 127.0.0.1. */
export interface NameServer {
  /** Its address and port, as `Resolver.setServers` takes them. */
  address: string;
  stop(): Promise<void>;
}

/** Serves the addresses of names, which are in lower case. Any other name has no address. */
export async function startNameServer(names: Record<string, string[]>): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const found = (names[labels.join('.').toLowerCase()] ?? []).filter(
      (one) => type === (isIPv6(one) ? AAAA : A),
    );
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    // A response without an error, with one question.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    header.fill(0, 8);
    const answers = found.map((one) => {
      const bytes = ipaddr.parse(one).toByteArray();
      // Class IN, TTL 0.
      return Buffer.from([...SAME_NAME, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
    });
    const question = query.subarray(HEADER_BYTES, at + 5);
    socket.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
