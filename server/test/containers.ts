import { crc32, deflateRawSync } from 'node:zlib';

/** A compressed zip of files. */
export function makeZip(files: Record<string, string | Buffer>): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(files)) {
    const content = Buffer.from(given);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name));
    const file = [Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed];
    local.push(...file);
    offset += Buffer.concat(file).length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, entries, end]);
}

/** An Office Open XML file with this main type. */
export const makeOfficeZip = (type: string) =>
  makeZip({
    '[Content_Types].xml': `<Types><Override PartName="/main.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': '<Relationships/>',
    'main.xml': '<w/>',
  });

/** An OLE file with empty root streams of these names, and one storage that contains `embedded`. */
export function makeOle(names: string[], embedded: string[] = []): Buffer {
  const size = 512;
  const entries = [
    { name: 'Root Entry', kind: 5, child: 1, right: -1 },
    ...names.map((name, at) => ({ name, kind: 2, child: -1, right: at + 2 })),
    { name: 'ObjectPool', kind: 1, child: embedded.length > 0 ? names.length + 2 : -1, right: -1 },
    ...embedded.map((name, at) => ({
      ...{ name, kind: 2, child: -1 },
      right: at + 1 < embedded.length ? names.length + at + 3 : -1,
    })),
  ];
  const directory = Buffer.alloc(Math.ceil((entries.length * 128) / size) * size);
  entries.forEach(({ name, kind, child, right }, at) => {
    const entry = directory.subarray(at * 128, (at + 1) * 128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry[66] = kind;
    entry.writeInt32LE(-1, 68);
    entry.writeInt32LE(right, 72);
    entry.writeInt32LE(child, 76);
  });
  const header = Buffer.alloc(size, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  // Sector 0 is the allocation table; the directory begins at sector 1.
  header.writeUInt32LE(1, 48);
  header.writeInt32LE(-2, 68);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(size, 0xff);
  table.writeInt32LE(-3, 0);
  const last = directory.length / size;
  for (let at = 1; at <= last; at++) table.writeInt32LE(at === last ? -2 : at + 1, at * 4);
  return Buffer.concat([header, table, directory]);
}
