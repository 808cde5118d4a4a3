/** A document's kind by its name's ending, and how its content begins (MEDIA-1). */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const BEGINNINGS: Record<string, number[]> = {
  pdf: [...Buffer.from('%PDF-')],
  doc: OLE,
  xls: OLE,
  docx: ZIP,
  xlsx: ZIP,
  odt: ZIP,
  jpg: [0xff, 0xd8, 0xff],
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** Is this a document that may be kept: of a known kind by its name, and by its content the same? */
export function isDocument(name: string, content: Buffer): boolean {
  const beginning = BEGINNINGS[name.split('.').at(-1)?.toLowerCase() ?? ''];
  return beginning?.every((byte, index) => content[index] === byte) ?? false;
}

/** The most characters of a document's name that are kept. */
export const FILE_NAME_LENGTH = 200;
const ENDING_LENGTH = 50;

/**
 * A file's name without folders and control signs. One that is too long loses its middle: the ending says what
 * kind it is.
 */
export function tidyFileName(name: string): string {
  const bare = name.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go.
  const clean = bare.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  // By whole characters: half of one could not be written into an address.
  const characters = [...clean.toWellFormed()];
  if (characters.length <= FILE_NAME_LENGTH) return characters.join('');
  const start = characters.slice(0, FILE_NAME_LENGTH - ENDING_LENGTH);
  return [...start, ...characters.slice(-ENDING_LENGTH)].join('');
}
