import { normalLine } from '@restvarde/contract/fields';
import { rootStreams } from './ole-container.ts';
import { stripMetadata } from './strip-metadata.ts';
import { openZip } from './zip-container.ts';

const startsWith = (...bytes: number[]) => {
  const beginning = Buffer.from(bytes);
  return (content: Buffer) => content.subarray(0, bytes.length).equals(beginning);
};

const isPdf = startsWith(...Buffer.from('%PDF-'));
const isJpeg = startsWith(0xff, 0xd8, 0xff);
const isPng = startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const isZip = startsWith(0x50, 0x4b, 0x03, 0x04);
const isOle = startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

/** More than any office program writes of its parts' types (bytes). */
const TYPES_MOST = 1024 * 1024;

/** An Office file since 2007 whose main part is of this type. */
const isOfficeZip = (type: string) => (content: Buffer) => {
  const zip = isZip(content) ? openZip(content) : null;
  const types = zip?.has('_rels/.rels') && zip.read('[Content_Types].xml', TYPES_MOST);
  return types ? types.includes(`"application/vnd.openxmlformats-officedocument.${type}"`) : false;
};

const isOpenDocument = (content: Buffer) => {
  const zip = isZip(content) ? openZip(content) : null;
  const type = zip?.has('content.xml') && zip.read('mimetype', 100);
  return type ? type.toString().trim() === 'application/vnd.oasis.opendocument.text' : false;
};

/** An Office file of before 2007, by the stream that its program writes. */
const isOfficeOle =
  (...streams: string[]) =>
  (content: Buffer) =>
    isOle(content) && rootStreams(content).some((name) => streams.includes(name));

/** Is the content what the ending of the name says (MEDIA-1)? */
const KINDS = new Map<string, (content: Buffer) => boolean>([
  ['pdf', isPdf],
  ['doc', isOfficeOle('WordDocument')],
  ['xls', isOfficeOle('Workbook', 'Book')],
  ['docx', isOfficeZip('wordprocessingml.document.main+xml')],
  ['xlsx', isOfficeZip('spreadsheetml.sheet.main+xml')],
  ['odt', isOpenDocument],
  ['jpg', isJpeg],
  ['jpeg', isJpeg],
  ['png', isPng],
]);

/** Why a file is no document that may be kept: its name's ending is of no kind, or its content of another; else null. */
export function documentFault(name: string, content: Buffer): 'ending' | 'content' | null {
  const isKind = KINDS.get(name.split('.').at(-1)?.toLowerCase() ?? '');
  if (!isKind) return 'ending';
  return isKind(content) ? null : 'content';
}

const isPhoto = (name: string) => /\.(jpe?g|png)$/i.test(name);

/** A document as it is kept: a photo without what tells where it was taken; null when it is broken. */
export function contentToKeep(name: string, content: Buffer): Buffer | null {
  return isPhoto(name) ? stripMetadata(content) : content;
}

/** The most characters of a document's name that are kept. */
export const FILE_NAME_LENGTH = 200;
const ENDING_LENGTH = 50;

/**
 * A file's name without its folders, in the form of `normalLine`. One that is too long loses its middle: the ending
 * says what kind it is.
 */
export function tidyFileName(name: string): string {
  const clean = normalLine(name.split(/[\\/]/).at(-1) ?? '').replaceAll('\0', '');
  // By whole characters: half of one could not be written into an address.
  const characters = [...clean.toWellFormed()];
  if (characters.length <= FILE_NAME_LENGTH) return characters.join('');
  const start = characters.slice(0, FILE_NAME_LENGTH - ENDING_LENGTH);
  return [...start, ...characters.slice(-ENDING_LENGTH)].join('');
}
