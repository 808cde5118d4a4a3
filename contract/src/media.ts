import * as z from 'zod/mini';
import { id } from './fields.ts';

/**
 * The sizes that pages use, in CSS pixels, each also at double density (MEDIA-1). `thumb` is as wide as its picture,
 * within bounds; `large` is for the full-screen view and has one density.
 */
export const IMAGE_SIZE = {
  card: { width: 333, height: 250 },
  detail: { width: 680, height: 442 },
  thumb: { height: 78, min_width: 20, max_width: 312 },
  large: { width: 2048, height: 2048 },
} as const;

export const IMAGE_MAX_BYTES = 15 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 50_000_000;
export const IMAGES_PER_AUCTION = 40;
export const TOO_MANY_IMAGES = `En auktion kan ha högst ${IMAGES_PER_AUCTION} bilder.`;
export const IMAGE_TOO_LARGE = 'Bilden får vara högst 15 MB.';
export const DOCUMENT_MAX_BYTES = 25 * 1024 * 1024;
export const DOCUMENT_TOO_LARGE = 'Dokumentet får vara högst 25 MB.';

/** Reasons for refusing a picture (MEDIA-1), and their messages. */
export const PICTURE_FAULT = {
  empty: 'Filen är tom.',
  /** Neither JPEG nor PNG. */
  format: 'Filen är ingen bild i JPG eller PNG.',
  heic: 'Bilden är i formatet HEIC. Spara den som JPG på telefonen och välj den igen.',
  pixels: `Bilden har fler än ${IMAGE_MAX_PIXELS / 1_000_000} megapixel. Minska den och välj den igen.`,
  truncated: 'Bilden är ofullständig: slutet av filen saknas. Hämta den på nytt och välj den igen.',
  unreadable: 'Bilden kunde inte läsas. Spara den på nytt som JPG eller PNG och välj den igen.',
} as const;

export type PictureFault = keyof typeof PICTURE_FAULT;

/** Reasons for refusing a document (MEDIA-1), and their messages. */
export const DOCUMENT_FAULT = {
  ...PICTURE_FAULT,
  ending: 'Filen kan inte tas emot. Välj pdf, doc, docx, xls, xlsx, odt, jpg eller png.',
  content: 'Filens innehåll stämmer inte med filändelsen.',
  encrypted: 'Filen är låst med lösenord. Spara den utan lösenord och välj den igen.',
} as const;

export type DocumentFault = keyof typeof DOCUMENT_FAULT;

/** The most bytes that `pictureFormat` reads. */
export const FORMAT_BYTES = 12;

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEIC_BRANDS = /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/** The format of a picture by its first bytes; null for any other. */
export function pictureFormat(start: Uint8Array): 'jpeg' | 'png' | 'heic' | null {
  const begins = (bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  if (begins(JPEG)) return 'jpeg';
  if (begins(PNG)) return 'png';
  return HEIC_BRANDS.test(String.fromCharCode(...start.subarray(4, FORMAT_BYTES))) ? 'heic' : null;
}

/** The endings of documents that are photos; `jfif` is Windows' name for some JPEGs. */
const PHOTO_TYPE: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
};

export const PHOTO_ENDINGS = Object.keys(PHOTO_TYPE);

/** The endings of names of documents (MEDIA-1). */
export const DOCUMENT_ENDINGS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'odt', ...PHOTO_ENDINGS];

export const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

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
