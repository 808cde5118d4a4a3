import { inflateRawSync } from 'node:zlib';

/** The contents of a zip file. */
export interface ZipContainer {
  has(name: string): boolean;
  /** A file's bytes; null if it is missing, larger than `most` bytes, or cannot be unpacked. */
  read(name: string, most: number): Buffer | null;
}

interface Entry {
  method: number;
  /** Compressed, in bytes. */
  size: number;
  /** Position of its local header. */
  offset: number;
}

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const FILE_HEADER = 0x04034b50;
const DIRECTORY_END_LENGTH = 22;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** Opens a zip by its central directory, as other programs do; null if it has none. */
export function openZip(content: Buffer): ZipContainer | null {
  try {
    const entries = readDirectory(content);
    return (
      entries && {
        has: (name) => entries.has(name),
        read: (name, most) => unpack(content, entries.get(name), most),
      }
    );
  } catch (fault) {
    // An offset beyond the file's end.
    if (fault instanceof RangeError) return null;
    throw fault;
  }
}

function readDirectory(content: Buffer): Map<string, Entry> | null {
  const end = findEnd(content);
  if (end === null) return null;
  const entries = new Map<string, Entry>();
  let at = content.readUInt32LE(end + 16);
  for (let left = content.readUInt16LE(end + 10); left > 0; left--) {
    if (content.readUInt32LE(at) !== DIRECTORY_ENTRY) return null;
    const nameLength = content.readUInt16LE(at + 28);
    const name = content.toString('utf8', at + 46, at + 46 + nameLength);
    entries.set(name, {
      method: content.readUInt16LE(at + 10),
      size: content.readUInt32LE(at + 20),
      offset: content.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return entries;
}

/** Position of the end-of-directory record: last, except for a comment. */
function findEnd(content: Buffer): number | null {
  const last = content.length - DIRECTORY_END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (content.readUInt32LE(at) === DIRECTORY_END) return at;
  }
  return null;
}

function unpack(content: Buffer, entry: Entry | undefined, most: number): Buffer | null {
  if (!entry) return null;
  try {
    if (content.readUInt32LE(entry.offset) !== FILE_HEADER) return null;
    const lengths =
      content.readUInt16LE(entry.offset + 26) + content.readUInt16LE(entry.offset + 28);
    const start = entry.offset + 30 + lengths;
    const packed = content.subarray(start, start + entry.size);
    if (entry.method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: most });
    return entry.method === STORED && packed.length <= most ? packed : null;
  } catch {
    return null;
  }
}
