const FREE = 0xffff_fffa;
const NOWHERE = 0xffff_ffff;
const ENTRY_LENGTH = 128;
const STREAM = 2;
/** Allocation table sectors listed in the header; larger files list more elsewhere. */
const IN_HEADER = 109;

/**
 * Stream names at the root of an OLE file (MS-CFB), which identify the program that wrote it; empty if its directory is
 * unreadable. Embedded objects are below the root.
 */
export function rootStreams(content: Buffer): string[] {
  try {
    return readRoot(readDirectory(content));
  } catch (fault) {
    // An offset beyond the file's end.
    if (fault instanceof RangeError) return [];
    throw fault;
  }
}

/** Reads the directory's sectors. */
function readDirectory(content: Buffer): Buffer {
  const size = 2 ** content.readUInt16LE(30);
  if (size !== 512 && size !== 4096) return Buffer.alloc(0);
  const offset = (sector: number) => (sector + 1) * size;
  const inSector = size / 4;
  const tables = tablesOf(content, offset, inSector);
  const next = (sector: number) => {
    const table = tables[Math.floor(sector / inSector)] ?? NOWHERE;
    return content.readUInt32LE(offset(table) + (sector % inSector) * 4);
  };
  const sectors: Buffer[] = [];
  // Ends a circular chain at the file's size.
  const most = content.length / size;
  for (let at = content.readUInt32LE(48); at < FREE && sectors.length < most; at = next(at)) {
    sectors.push(content.subarray(offset(at), offset(at) + size));
  }
  return Buffer.concat(sectors);
}

/** The sectors of the allocation table, in order. */
function tablesOf(content: Buffer, offset: (sector: number) => number, inSector: number): number[] {
  const tables = Array.from({ length: IN_HEADER }, (_, at) => content.readUInt32LE(76 + at * 4));
  const most = content.length / (inSector * 4);
  let more = content.readUInt32LE(68);
  while (more < FREE && tables.length < most) {
    const start = offset(more);
    for (let at = 0; at < inSector - 1; at++) tables.push(content.readUInt32LE(start + at * 4));
    more = content.readUInt32LE(start + (inSector - 1) * 4);
  }
  return tables;
}

/** Names of the root entry's children, a binary tree of siblings. */
function readRoot(directory: Buffer): string[] {
  if (directory.length < ENTRY_LENGTH) return [];
  const names: string[] = [];
  const seen = new Set<number>([NOWHERE]);
  const open = [directory.readUInt32LE(76)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const at = id * ENTRY_LENGTH;
    const length = directory.readUInt16LE(at + 64);
    const name = directory.toString('utf16le', at, at + Math.max(0, Math.min(length, 64) - 2));
    if (directory[at + 66] === STREAM) names.push(name);
    open.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72));
  }
  return names;
}
