import type { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';

/**
 * What a node and its decoders say to each other, by the decoder's standard input and output. Not by Node's own channel
 * between processes: what a hostile decoder wrote to that would end the node, which parses it in an event.
 *
 * A message is a number of parts (four bytes, big endian), and for each its length (four bytes) and its bytes. The
 * first part is JSON.
 */
export interface DecoderMessage {
  head: unknown;
  parts: Buffer[];
}

/** The largest answer is seven sizes of a picture of 50 megapixels, which is far smaller. */
const LARGEST_PART = 64 * 1024 * 1024;
const MOST_PARTS = 16;

/** A request; the picture is the path of an upload, or null when its bytes are the message's only part. */
export const decoding = z.object({
  make: z.enum(['sizes', 'logo', 'photo', 'email_cover', 'email_logo']),
  path: z.nullable(z.string()),
});
export type Decoding = z.output<typeof decoding>;

/** The other process has ended, or closed its side. */
export class StreamEnded extends Error {}

/** Writes a message. */
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
 * Gives a function that reads the next message. It throws `StreamEnded` when the stream ends before that has come, and
 * another error on what is no message. Nothing is read while no message is waited for.
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
    const count = await takeNumber(MOST_PARTS);
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
