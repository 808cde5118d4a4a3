import type { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';

/**
 * Messages between a node and its decoders, over the decoder's standard input and output. Not Node's own IPC channel:
 * bytes from a hostile decoder could crash the node, which parses them in an event.
 *
 * A message is the number of parts (four bytes, big endian), and for each its length (four bytes) and its bytes. The
 * first part is JSON.
 */
export interface DecoderMessage {
  head: unknown;
  parts: Buffer[];
}

/** The largest reply, seven sizes of a picture of 50 megapixels, is far smaller. */
const LARGEST_PART = 64 * 1024 * 1024;
const MAX_PARTS = 16;

/** A request. The picture is the path of an upload, or null if its bytes are the message's only part. */
export const decoding = z.object({
  make: z.enum(['sizes', 'logo', 'photo', 'email_cover', 'email_logo']),
  path: z.nullable(z.string()),
});
export type Decoding = z.output<typeof decoding>;

/** The other process has ended, or closed its side. */
export class StreamEnded extends Error {}

export function writeMessage(stream: Writable, head: unknown, parts: Uint8Array[] = []): void {
  const all = [Buffer.from(JSON.stringify(head)), ...parts];
  stream.cork();
  stream.write(uint32(all.length));
  for (const part of all) {
    stream.write(uint32(part.length));
    stream.write(part);
  }
  stream.uncork();
}

/**
 * Returns a function that reads the next message. It throws `StreamEnded` if the stream ends first, and another error
 * on malformed data. It reads only while a message is awaited.
 */
export function openReader(stream: Readable): () => Promise<DecoderMessage> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let read: Buffer[] = [];

  const take = async (count: number): Promise<Buffer> => {
    let length = read.reduce((sum, chunk) => sum + chunk.length, 0);
    while (length < count) {
      const next = await chunks.next().catch(() => null);
      if (next === null || next.done) throw new StreamEnded();
      read.push(next.value);
      length += next.value.length;
    }
    const all = read.length === 1 ? read[0]! : Buffer.concat(read);
    read = [all.subarray(count)];
    return all.subarray(0, count);
  };

  const takeNumber = async (most: number): Promise<number> => {
    const value = (await take(4)).readUInt32BE();
    if (value > most) throw new Error(`A message says ${value} where at most ${most} may be.`);
    return value;
  };

  return async () => {
    const count = await takeNumber(MAX_PARTS);
    const parts: Buffer[] = [];
    while (parts.length < count) parts.push(await take(await takeNumber(LARGEST_PART)));
    const [head, ...rest] = parts;
    return { head: JSON.parse(String(head)), parts: rest };
  };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
