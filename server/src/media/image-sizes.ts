import {
  IMAGE_MAX_PIXELS,
  IMAGE_SIZE,
  type ImageSizes,
  type PictureFault,
  pictureFormat,
} from '@restvarde/contract/media';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { stripMetadata } from './strip-metadata.ts';

export type Variant = keyof ImageSizes;
export type Sizes = Record<Variant, Buffer>;

const QUALITY = 78;
/** Pixels; on the page a logo is at most half as large. */
const LOGO_SIZE = { width: 480, height: 160 };
const LOGO_QUALITY = 90;
/** Of a photo that is kept as a document and has to be written again. */
const PHOTO_QUALITY = 92;

/** The picture's sizes as WebP, or why the bytes are no picture that can be shown (MEDIA-1). */
export async function makeSizes(content: Buffer): Promise<Sizes | PictureFault> {
  // One decode: the large size, upright and without metadata, is what the others are cut from.
  const large = await decodeUpright(content, (picture) =>
    picture
      .resize({ ...IMAGE_SIZE.large, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  if (typeof large === 'string') return large;
  return cutSizes(() => sharp(large.data, { raw: rawOf(large.info) }));
}

const rawOf = ({ width, height, channels }: OutputInfo) => ({ width, height, channels });

/** The end marker of a JPEG. */
const JPEG_END = Buffer.from([0xff, 0xd9]);

/**
 * Decodes a JPEG or PNG of at most 50 megapixels, upright and in sRGB, and lets `write` go on with it. A JPEG that lacks
 * its end marker is decoded too if all its rows are there.
 */
async function decodeUpright<T>(
  content: Buffer,
  write: (picture: Sharp) => Promise<T>,
): Promise<T | PictureFault> {
  // By content, not by name: only these two decoders get what a stranger sent.
  const format = pictureFormat(content);
  if (content.length === 0) return 'empty';
  if (format === null) return 'format';
  if (format === 'heic') return 'heic';
  const decode = (source: Buffer, failOn: 'error' | 'warning') =>
    write(
      sharp(source, { limitInputPixels: IMAGE_MAX_PIXELS, failOn })
        .autoOrient()
        // First of all, else a profile of 16 bits is not converted.
        .pipelineColourspace('srgb')
        .toColourspace('srgb'),
    );
  try {
    return await decode(content, 'error');
  } catch {
    const { width = 0, height = 0 } = await sharp(content, { limitInputPixels: false })
      .metadata()
      .catch(() => ({}) as { width?: number; height?: number });
    if (width * height > IMAGE_MAX_PIXELS) return 'pixels';
    try {
      // Any warning then says that rows are missing.
      if (format === 'jpeg') return await decode(Buffer.concat([content, JPEG_END]), 'warning');
    } catch {
      // As below.
    }
    const stripped = stripMetadata(content);
    return stripped === 'no_end' || stripped === 'truncated' ? 'truncated' : 'unreadable';
  }
}

/**
 * A photo among documents that has to be written again, as a JPEG: its own end cannot be found, so that what follows
 * it cannot be taken away (MEDIA-1).
 */
export function rewritePhoto(content: Buffer): Promise<Buffer | PictureFault> {
  return decodeUpright(content, (picture) => picture.jpeg({ quality: PHOTO_QUALITY }).toBuffer());
}

/** The sizes as WebP of a picture that is upright and without metadata; those that are `ready` are left as they are. */
export async function cutSizes(
  source: () => Sharp,
  ready: Partial<Record<Variant, Buffer>> = {},
): Promise<Sizes> {
  const { card, detail } = IMAGE_SIZE;
  const thumb = thumbOf(await source().metadata());
  const cover = (size: { width: number; height: number }, density: number): Sharp =>
    source().resize({ width: size.width * density, height: size.height * density, fit: 'cover' });
  const pictures: Record<Variant, () => Sharp> = {
    card: () => cover(card, 1),
    card_2x: () => cover(card, 2),
    detail: () => cover(detail, 1),
    detail_2x: () => cover(detail, 2),
    thumb: () => cover(thumb, 1),
    thumb_2x: () => cover(thumb, 2),
    large: source,
  };
  const made = await Promise.all(
    Object.entries(pictures).map(async ([variant, picture]) => [
      variant,
      ready[variant as Variant] ??
        (await picture().webp({ quality: QUALITY, effort: 3 }).toBuffer()),
    ]),
  );
  return Object.fromEntries(made);
}

/** The thumb's size: as wide as the picture is, but never so narrow or wide that a strip cannot be seen or made. */
function thumbOf({ width, height }: { width: number; height: number }) {
  const { thumb } = IMAGE_SIZE;
  const own = Math.round((width * thumb.height) / height);
  return {
    width: Math.min(thumb.max_width, Math.max(thumb.min_width, own)),
    height: thumb.height,
  };
}

/** A company's logo as WebP, whole and within its frame at double density, or why it is no picture (SET-1). */
export function makeLogo(content: Buffer): Promise<Buffer | PictureFault> {
  return decodeUpright(content, (picture) =>
    picture
      .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: LOGO_QUALITY, effort: 4 })
      .toBuffer(),
  );
}

/** Pixels: as wide as an email's text. */
const EMAIL_COVER = { width: 536, height: 402 };
/** Pixels, at double density. */
const EMAIL_LOGO = { width: 320, height: 64 };

/** A stored size as a JPEG, since Outlook for Windows shows no WebP; null when it cannot be read. */
export async function makeEmailCover(content: Buffer): Promise<Buffer | null> {
  const made = sharp(content).resize({ ...EMAIL_COVER, fit: 'cover' });
  return made
    .jpeg({ quality: 72 })
    .toBuffer()
    .catch(() => null);
}

/** A stored logo as a PNG, likewise. */
export async function makeEmailLogo(content: Buffer): Promise<Buffer | null> {
  const made = sharp(content).resize({ ...EMAIL_LOGO, fit: 'inside' });
  return made
    .png()
    .toBuffer()
    .catch(() => null);
}
