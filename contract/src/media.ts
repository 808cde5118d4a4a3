import * as z from 'zod/mini';
import { id } from './fields.ts';

/**
 * The sizes that pages use, in CSS pixels, each also at double density (MEDIA-1). `thumb` has a height
 * only; `large` is for the full-screen view and has one density.
 */
export const IMAGE_SIZE = {
  card: { width: 333, height: 250 },
  detail: { width: 680, height: 442 },
  thumb: { height: 78 },
  large: { width: 2048, height: 2048 },
} as const;

export const IMAGE_MAX_BYTES = 15 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 50_000_000;
export const IMAGES_PER_AUCTION = 40;
export const TOO_MANY_IMAGES = `En auktion kan ha högst ${IMAGES_PER_AUCTION} bilder.`;
export const DOCUMENT_MAX_BYTES = 25 * 1024 * 1024;

const PHOTO_TYPE: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

/** The media type of a document that is a photo, by its name's ending, which its content matches (MEDIA-1); else null. */
export function photoType(name: string): string | null {
  return PHOTO_TYPE[endingOf(name)] ?? null;
}

/** Which documents a page can show (AUC-3); null for those that are only saved. */
export function viewerOf(name: string): 'pdf' | 'photo' | null {
  if (endingOf(name) === 'pdf') return 'pdf';
  return photoType(name) === null ? null : 'photo';
}

/** Addresses, signed and expiring, of an image's sizes; `_2x` is the double density. */
export const imageSizes = z.object({
  card: z.string(),
  card_2x: z.string(),
  detail: z.string(),
  detail_2x: z.string(),
  thumb: z.string(),
  thumb_2x: z.string(),
  large: z.string(),
});

export type ImageSizes = z.infer<typeof imageSizes>;

/** `image` is the detail size and `thumb` the thumb (API-6). */
export const image = z.object({
  id,
  image: z.string(),
  thumb: z.string(),
  sizes: imageSizes,
});

export type Image = z.infer<typeof image>;
