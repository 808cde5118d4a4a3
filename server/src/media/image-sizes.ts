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
/** Pixels; pages show a logo at most half as large. */
const LOGO_SIZE = { width: 480, height: 160 };
const LOGO_QUALITY = 90;
/** Quality of a photo among documents that is re-encoded. */
const PHOTO_QUALITY = 92;

/** Returns the picture's sizes as WebP, or why it cannot be shown (MEDIA-1). */
export async function makeSizes(content: Buffer): Promise<Sizes | PictureFault> {
  // Decode once: the other sizes are cut from the large one, which is upright and without metadata.
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
 * Decodes a JPEG or PNG of at most 50 megapixels, upright and in sRGB, and passes it to `write`. Accepts a JPEG without
 * an end marker if all its rows are there.
 */
async function decodeUpright<T>(
  content: Buffer,
  write: (picture: Sharp) => Promise<T>,
): Promise<T | PictureFault> {
  // By content, not by name: only these two decoders get untrusted bytes.
  const format = pictureFormat(content);
  if (content.length === 0) return 'empty';
  if (format === null) return 'format';
  if (format === 'heic') return 'heic';
  const decode = (source: Buffer, failOn: 'error' | 'warning') =>
    write(
      sharp(source, { limitInputPixels: IMAGE_MAX_PIXELS, failOn })
        .autoOrient()
        // Must come first, or a 16-bit profile is not converted.
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
      // Then any warning means missing rows.
      if (format === 'jpeg') return await decode(Buffer.concat([content, JPEG_END]), 'warning');
    } catch {
      // Try without metadata.
    }
    const stripped = stripMetadata(content);
    return stripped === 'no_end' || stripped === 'truncated' ? 'truncated' : 'unreadable';
  }
}

/**
 * Re-encodes a photo among documents as a JPEG. For one whose end cannot be found, so that data after it cannot be cut
 * off (MEDIA-1).
 */
export function rewritePhoto(content: Buffer): Promise<Buffer | PictureFault> {
  return decodeUpright(content, (picture) => picture.jpeg({ quality: PHOTO_QUALITY }).toBuffer());
}

/** Cuts the WebP sizes of an upright picture without metadata. Leaves the sizes in `ready` as they are. */
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

/** The thumbnail's size: the picture's aspect ratio, within limits, so that a strip can be made and seen. */
function thumbOf({ width, height }: { width: number; height: number }) {
  const { thumb } = IMAGE_SIZE;
  const own = Math.round((width * thumb.height) / height);
  return {
    width: Math.min(thumb.max_width, Math.max(thumb.min_width, own)),
    height: thumb.height,
  };
}

/** Returns a company's logo as WebP, fitted into its frame at double density, or why it is not a picture (SET-1). */
export function makeLogo(content: Buffer): Promise<Buffer | PictureFault> {
  return decodeUpright(content, (picture) =>
    picture
      .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: LOGO_QUALITY, effort: 4 })
      .toBuffer(),
  );
}

/** Pixels: the width of an email's text. */
const EMAIL_COVER = { width: 536, height: 402 };
/** Pixels, at double density. */
const EMAIL_LOGO = { width: 320, height: 64 };

/** A stored size as a JPEG, because Outlook for Windows does not show WebP; null if unreadable. */
export async function makeEmailCover(content: Buffer): Promise<Buffer | null> {
  const made = sharp(content).resize({ ...EMAIL_COVER, fit: 'cover' });
  return made
    .jpeg({ quality: 72 })
    .toBuffer()
    .catch(() => null);
}

/** A stored logo as a PNG; null if unreadable. */
export async function makeEmailLogo(content: Buffer): Promise<Buffer | null> {
  const made = sharp(content).resize({ ...EMAIL_LOGO, fit: 'inside' });
  return made
    .png()
    .toBuffer()
    .catch(() => null);
}
