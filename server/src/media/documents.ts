import { normalLine } from '@restvarde/contract/fields';
import {
  type DocumentFault,
  endingOf,
  type PictureFault,
  photoType,
  pictureFormat,
} from '@restvarde/contract/media';
import { SaxesParser } from 'saxes';
import { rootStreams } from './ole-container.ts';
import { stripMetadata } from './strip-metadata.ts';
import { openZip } from './zip-container.ts';

const startsWith = (...bytes: number[]) => {
  const beginning = Buffer.from(bytes);
  return (content: Buffer) => content.subarray(0, bytes.length).equals(beginning);
};

/** A PDF's header may be within this many bytes (ISO 32000-1, note in 7.5.2 and annex H). */
const PDF_HEADER_WITHIN = 1024;

const isPdf = (content: Buffer) =>
  content.subarray(0, PDF_HEADER_WITHIN + '%PDF-'.length).includes('%PDF-');
const isJpeg = (content: Buffer) => pictureFormat(content) === 'jpeg';
const isPng = (content: Buffer) => pictureFormat(content) === 'png';
const isZip = startsWith(0x50, 0x4b, 0x03, 0x04);
const isOle = startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

/** Bytes; larger than any office program writes. */
const MAX_TYPES_BYTES = 1024 * 1024;

/** An Office file since 2007 whose main part has this type. */
const isOfficeZip = (type: string) => (content: Buffer) => {
  const zip = isZip(content) ? openZip(content) : null;
  const types = zip?.has('_rels/.rels') && zip.read('[Content_Types].xml', MAX_TYPES_BYTES);
  return types
    ? readContentTypes(types).includes(`application/vnd.openxmlformats-officedocument.${type}`)
    : false;
};

/** Content types of an Office file's parts (ECMA-376-2, 7.3); empty if it is not XML. */
function readContentTypes(xml: Buffer): string[] {
  const types: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes: { ContentType } }) => {
    if (ContentType !== undefined) types.push(ContentType);
  });
  try {
    parser.write(decodeXml(xml)).close();
  } catch {
    return [];
  }
  return types;
}

/** XML is UTF-8, or UTF-16 with a byte order mark. */
function decodeXml(xml: Buffer): string {
  const [first, second] = xml;
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le').decode(xml);
  if (first === 0xfe || first === 0) return new TextDecoder('utf-16be').decode(xml);
  return new TextDecoder().decode(xml);
}

const isOpenDocument = (content: Buffer) => {
  const zip = isZip(content) ? openZip(content) : null;
  const type = zip?.has('content.xml') && zip.read('mimetype', 100);
  return type ? type.toString().trim() === 'application/vnd.oasis.opendocument.text' : false;
};

/** An Office file from before 2007, by the stream that its program writes. */
const isOfficeOle =
  (...streams: string[]) =>
  (content: Buffer) =>
    isOle(content) && rootStreams(content).some((name) => streams.includes(name));

/** By extension: whether the content matches it (MEDIA-1). */
const KINDS = new Map<string, (content: Buffer) => boolean>([
  ['pdf', isPdf],
  ['doc', isOfficeOle('WordDocument')],
  ['xls', isOfficeOle('Workbook', 'Book')],
  ['docx', isOfficeZip('wordprocessingml.document.main+xml')],
  ['xlsx', isOfficeZip('spreadsheetml.sheet.main+xml')],
  ['odt', isOpenDocument],
  ['jpg', isJpeg],
  ['jpeg', isJpeg],
  ['jfif', isJpeg],
  ['png', isPng],
]);

/** A password-protected Office file is an OLE file around an encrypted one (MS-OFFCRYPTO). */
const isEncrypted = isOfficeOle('EncryptedPackage');

/** Returns why a file is not an accepted document; null if it is. */
export function documentFault(name: string, content: Buffer): DocumentFault | null {
  const isKind = KINDS.get(endingOf(name));
  if (!isKind) return 'ending';
  if (content.length === 0) return 'empty';
  if (isKind(content)) return null;
  if (isEncrypted(content)) return 'encrypted';
  return photoType(name) !== null && pictureFormat(content) === 'heic' ? 'heic' : 'content';
}

/** The content to store: a photo without location metadata, or why that failed (`stripMetadata`). */
export function contentToKeep(name: string, content: Buffer): Buffer | PictureFault | 'no_end' {
  return photoType(name) === null ? content : stripMetadata(content);
}

/** The maximum length of a stored document name, in characters. */
export const FILE_NAME_LENGTH = 200;
const ENDING_LENGTH = 50;

/**
 * A file name without folders, normalized by `normalLine`. A long one loses its middle, because the extension shows its
 * kind.
 */
export function tidyFileName(name: string): string {
  const clean = normalLine(name.split(/[\\/]/).at(-1) ?? '').replaceAll('\0', '');
  // Cut at code points: half a surrogate pair cannot be encoded in a URL.
  const characters = [...clean.toWellFormed()];
  if (characters.length <= FILE_NAME_LENGTH) return characters.join('');
  const start = characters.slice(0, FILE_NAME_LENGTH - ENDING_LENGTH);
  return [...start, ...characters.slice(-ENDING_LENGTH)].join('');
}
