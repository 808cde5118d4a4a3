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

/** Readers look for a PDF's header in so many of its first bytes (ISO 32000-1, note in 7.5.2 and annex H). */
const PDF_HEADER_WITHIN = 1024;

const isPdf = (content: Buffer) =>
  content.subarray(0, PDF_HEADER_WITHIN + '%PDF-'.length).includes('%PDF-');
const isJpeg = (content: Buffer) => pictureFormat(content) === 'jpeg';
const isPng = (content: Buffer) => pictureFormat(content) === 'png';
const isZip = startsWith(0x50, 0x4b, 0x03, 0x04);
const isOle = startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

/** More than any office program writes of its parts' types (bytes). */
const TYPES_MOST = 1024 * 1024;

/** An Office file since 2007 whose main part is of this type. */
const isOfficeZip = (type: string) => (content: Buffer) => {
  const zip = isZip(content) ? openZip(content) : null;
  const types = zip?.has('_rels/.rels') && zip.read('[Content_Types].xml', TYPES_MOST);
  return types
    ? readContentTypes(types).includes(`application/vnd.openxmlformats-officedocument.${type}`)
    : false;
};

/** The types of the parts of an Office file (ECMA-376-2, 7.3); none when it is no XML. */
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

/** XML is in UTF-8, or in UTF-16, which its first two bytes show. */
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
  ['jfif', isJpeg],
  ['png', isPng],
]);

/** An Office file that is locked with a password is an OLE file around an encrypted one (MS-OFFCRYPTO). */
const isEncrypted = isOfficeOle('EncryptedPackage');

/** Why a file is no document that may be kept; else null. */
export function documentFault(name: string, content: Buffer): DocumentFault | null {
  const isKind = KINDS.get(endingOf(name));
  if (!isKind) return 'ending';
  if (content.length === 0) return 'empty';
  if (isKind(content)) return null;
  if (isEncrypted(content)) return 'encrypted';
  return photoType(name) !== null && pictureFormat(content) === 'heic' ? 'heic' : 'content';
}

/** A document as it is kept: a photo without what says where it was taken, or why not (`stripMetadata`). */
export function contentToKeep(name: string, content: Buffer): Buffer | PictureFault | 'no_end' {
  return photoType(name) === null ? content : stripMetadata(content);
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
