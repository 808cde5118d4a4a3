import { crc32 } from 'node:zlib';
import { type PictureFault, pictureFormat } from '@restvarde/contract/media';

/**
 * Removes the metadata of a JPEG or PNG: EXIF with GPS, XMP, IPTC, provenance, comments,
 * thumbnails and anything after its end. Pixels, colours and orientation stay (MEDIA-1). It keeps a list of known
 * parts, so unknown kinds of metadata go too.
 *
 * Returns the fault of a file that is neither, or is incomplete. `no_end`: a JPEG without an end marker, so that data
 * after the picture cannot be recognised. It may be complete all the same.
 */
export function stripMetadata(content: Buffer): Buffer | PictureFault | 'no_end' {
  const format = pictureFormat(content);
  if (format === 'jpeg') return stripJpeg(content);
  return format === 'png' ? stripPng(content) : (format ?? 'format');
}

const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

function stripJpeg(content: Buffer): Buffer | PictureFault | 'no_end' {
  const kept: Buffer[] = [content.subarray(0, 2)];
  let hasScan = false;
  let at = 2;
  while (at + 4 <= content.length) {
    if (content[at] !== 0xff) return hasScan ? 'no_end' : 'unreadable';
    const marker = content[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === EOI) break;
    const end = at + 2 + content.readUInt16BE(at + 2);
    if (end > content.length) break;
    kept.push(...keptOf(marker, content.subarray(at, end)));
    at = end;
    if (marker !== SOS) continue;
    hasScan = true;
    const scanEnd = endOfScan(content, at);
    kept.push(content.subarray(at, scanEnd));
    at = scanEnd;
  }
  if (content[at] !== 0xff || content[at + 1] !== EOI) return hasScan ? 'no_end' : 'truncated';
  kept.push(Buffer.from([0xff, EOI]));
  return Buffer.concat(kept);
}

/** The parts of a segment to keep: how to decode the pixels, and the orientation of EXIF. */
function keptOf(marker: number, segment: Buffer): Buffer[] {
  // Frames, Huffman tables, arithmetic coding; scans, quantization tables, restarts.
  if ((marker >= 0xc0 && marker <= 0xcf) || (marker >= SOS && marker <= 0xdf)) return [segment];
  const name = segment.toString('latin1', 4, 16);
  if (marker === APP0 && name.startsWith('JFIF\0')) return withoutThumbnail(segment);
  if (marker === APP1 && name.startsWith('Exif\0\0')) return exifOf(segment.subarray(10));
  if (marker === APP2 && name.startsWith('ICC_PROFILE\0')) return [segment];
  return marker === APP14 && name.startsWith('Adobe') ? [segment] : [];
}

/** Length of a JFIF segment before its thumbnail: marker, length, name, version and density. */
const JFIF_LENGTH = 16;

function withoutThumbnail(segment: Buffer): Buffer[] {
  if (segment.length < JFIF_LENGTH + 2) return [];
  const bare = Buffer.from(segment.subarray(0, JFIF_LENGTH + 2));
  bare.writeUInt16BE(JFIF_LENGTH, 2);
  bare.writeUInt16BE(0, JFIF_LENGTH);
  return [bare];
}

/**
 * Compressed data contains no marker but restarts; 0xff in data is followed by 0. Returns the file's end if there is
 * none.
 */
function endOfScan(content: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = content.indexOf(0xff, at);
    if (at === -1) return content.length;
    const next = content[at + 1];
    if (next !== 0 && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return at;
  }
}

const ORIENTATION = 0x0112;
/** A TIFF with one entry, the orientation; its value is at byte 18. */
const UPRIGHT = Buffer.from(
  '4d4d002a000000080001' + '011200030000000100010000' + '00000000',
  'hex',
);
const VALUE_AT = 18;

/** EXIF with only the orientation; null if upright or missing. */
function orientationOf(tiff: Buffer): Buffer | null {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = long(4);
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + 12 * entry;
      if (short(at) !== ORIENTATION) continue;
      const value = short(at + 8);
      if (value < 2 || value > 8) return null;
      const made = Buffer.from(UPRIGHT);
      made.writeUInt16BE(value, VALUE_AT);
      return made;
    }
  } catch {
    // Broken EXIF has no readable orientation.
  }
  return null;
}

function exifOf(tiff: Buffer): Buffer[] {
  const orientation = orientationOf(tiff);
  if (orientation === null) return [];
  const head = Buffer.from('ffe10000457869660000', 'hex');
  head.writeUInt16BE(head.length - 2 + orientation.length, 2);
  return [head, orientation];
}

const PNG_SIGNATURE_LENGTH = 8;
/** Pixels, transparency, colours and density. No text, time, provenance or animation. */
const PNG_KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI pHYs bKGD'.split(' '),
);

function stripPng(content: Buffer): Buffer | PictureFault {
  const kept: Buffer[] = [content.subarray(0, PNG_SIGNATURE_LENGTH)];
  let at = PNG_SIGNATURE_LENGTH;
  let hasPixels = false;
  while (at + 12 <= content.length) {
    const type = content.toString('latin1', at + 4, at + 8);
    const end = at + 12 + content.readUInt32BE(at);
    if (!/^[A-Za-z]{4}$/.test(type)) return 'unreadable';
    if (end > content.length) return 'truncated';
    if (PNG_KEPT.has(type)) kept.push(content.subarray(at, end));
    // Before or after the pixels: readers accept both.
    const orientation = type === 'eXIf' ? orientationOf(content.subarray(at + 8, end - 4)) : null;
    if (orientation !== null) kept.push(pngChunk('eXIf', orientation));
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels ? Buffer.concat(kept) : 'unreadable';
    at = end;
  }
  return 'truncated';
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
