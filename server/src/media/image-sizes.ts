import { IMAGE_MAX_PIXELS, IMAGE_SIZE, type ImageSizes } from '@restvarde/contract/media';
import sharp, { type Sharp } from 'sharp';

export type Variant = keyof ImageSizes;

const QUALITY = 78;
/** Pixels; on the page a logo is at most half as large. */
const LOGO_SIZE = { width: 480, height: 160 };
const LOGO_QUALITY = 90;

/** The picture's sizes as WebP, or null when the bytes are no JPEG or PNG that can be shown (MEDIA-1). */
export async function makeSizes(content: Buffer): Promise<Record<Variant, Buffer> | null> {
  if (!isJpegOrPng(content)) return null;
  try {
    // One decode: the large size, upright and without metadata, is what the others are cut from.
    const { data, info } = await sharp(content, {
      limitInputPixels: IMAGE_MAX_PIXELS,
      failOn: 'error',
    })
      .autoOrient()
      .resize({ ...IMAGE_SIZE.large, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return await cutSizes(() =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }),
    );
  } catch {
    return null;
  }
}

/** The sizes as WebP of a picture that is upright and without metadata; those that are `ready` are left as they are. */
export async function cutSizes(
  source: () => Sharp,
  ready: Partial<Record<Variant, Buffer>> = {},
): Promise<Record<Variant, Buffer>> {
  const { card, detail, thumb } = IMAGE_SIZE;
  const cover = (size: { width?: number; height: number }, density: number): Sharp =>
    source().resize({
      width: size.width && size.width * density,
      height: size.height * density,
      fit: 'cover',
    });
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

/** A company's logo as WebP, whole and within its frame at double density; null as above (SET-1). */
export async function makeLogo(content: Buffer): Promise<Buffer | null> {
  if (!isJpegOrPng(content)) return null;
  try {
    return await sharp(content, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: LOGO_QUALITY, effort: 4 })
      .toBuffer();
  } catch {
    return null;
  }
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

/** By content, not by name: only these two decoders ever see what a stranger sent. */
function isJpegOrPng(content: Buffer): boolean {
  return (
    content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  );
}
