/**
 * Takes out of a JPEG or PNG what tells where, when and by whom it was made: EXIF with GPS, XMP, IPTC, comments,
 * thumbnails and whatever stands behind its end. The pixels stay to the bit, and so do colours and the way up
 * (MEDIA-1). Null when it is neither, or broken.
 */
export function stripMetadata(content: Buffer): Buffer | null {
  try {
    if (content.readUInt16BE(0) === SOI) return stripJpeg(content);
    if (content.subarray(0, 8).equals(PNG)) return stripPng(content);
  } catch {
    // It ends in the middle of a part.
  }
  return null;
}

const SOI = 0xffd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

function stripJpeg(content: Buffer): Buffer {
  const kept: Buffer[] = [content.subarray(0, 2)];
  let at = 2;
  for (;;) {
    if (content.readUInt8(at) !== 0xff) throw new RangeError('A marker is missing.');
    const marker = content.readUInt8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === EOI) break;
    const end = at + 2 + content.readUInt16BE(at + 2);
    if (end > content.length) throw new RangeError('A segment is cut off.');
    const segment = content.subarray(at, end);
    if (isNeeded(marker, segment)) kept.push(segment);
    if (marker === APP1) kept.push(...orientationOf(segment));
    at = end;
    if (marker !== SOS) continue;
    const scanEnd = endOfScan(content, at);
    kept.push(content.subarray(at, scanEnd));
    at = scanEnd;
  }
  kept.push(Buffer.from([0xff, EOI]));
  return Buffer.concat(kept);
}

/** What says how the pixels are to be read: JFIF, a colour profile, Adobe's colours, and all that is no APP. */
function isNeeded(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  const name = segment.toString('latin1', 4, 16);
  if (marker === APP0) return name.startsWith('JFIF\0');
  if (marker === APP2) return name.startsWith('ICC_PROFILE');
  return marker === APP14 && name.startsWith('Adobe');
}

/** Compressed data has no marker but its restarts; a 0xff of its own is followed by 0. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = content.indexOf(0xff, at);
    if (at === -1) throw new RangeError('The picture has no end.');
    const next = content.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
}

const ORIENTATION = 0x0112;
/** EXIF that says which way is up, and nothing else; the value stands at its byte 28. */
const UPRIGHT = Buffer.from(
  'ffe100224578696600004d4d002a000000080001011200030000000100010000' + '00000000',
  'hex',
);

/** A segment with the way up alone; none where it is up already, or not said. */
function orientationOf(segment: Buffer): Buffer[] {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return [];
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = long(4);
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + 12 * entry;
      if (short(at) !== ORIENTATION) continue;
      const value = short(at + 8);
      if (value < 2 || value > 8) return [];
      const made = Buffer.from(UPRIGHT);
      made.writeUInt16BE(value, 28);
      return [made];
    }
  } catch {
    // Its EXIF is broken: nobody could have read the way up.
  }
  return [];
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What is written about a picture, not what it is made of. */
const PNG_ABOUT = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);

function stripPng(content: Buffer): Buffer {
  const kept: Buffer[] = [PNG];
  for (let at = PNG.length; ; ) {
    const type = content.toString('latin1', at + 4, at + 8);
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) throw new RangeError('A chunk is cut off.');
    if (!PNG_ABOUT.has(type)) kept.push(content.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
}
