import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ImageSizes, PictureFault } from '@restvarde/contract/media';
import { refuse } from '../http/domain-error.ts';
import { deriveKey, mac } from '../keys.ts';
import { openDecoder, type Picture } from './decoder.ts';
import { type EmailPictures, openEmailPictures } from './email-pictures.ts';
import type { Variant } from './image-sizes.ts';
import type { Store } from './store.ts';

const VARIANTS: Variant[] = [
  'card',
  'card_2x',
  'detail',
  'detail_2x',
  'thumb',
  'thumb_2x',
  'large',
];

/**
 * Addresses are signed for this long, twice at the most, and the same within a window so that they cache: who may
 * see a file no longer has lost it within a quarter of an hour.
 */
export const WINDOW_S = 7.5 * 60;

/** The key of what was stored, or why it was not. */
export type Stored = { key: string } | { fault: PictureFault };

/**
 * Stored pictures and documents, and their signed, expiring addresses (MEDIA-2). Calls refuse with 503 when the
 * store is away (MEDIA-4).
 */
export interface Media {
  /**
   * Stores a picture's sizes and returns its key, or why it is no picture. Throws 503 when nobody has the time to
   * look. Each user (`by`) has a turn at a time.
   */
  putImage(picture: Picture, by: number): Promise<Stored>;
  /** Stores a picture whose sizes are made. */
  putSizes(sizes: Record<Variant, Buffer>): Promise<string>;
  putDocument(content: Uint8Array): Promise<string>;
  /** Keeps a piece of a file that is on its way (FORM-13); returns its name. */
  putPiece(upload_id: string, content: Uint8Array): Promise<string>;
  /** The pieces of these names, one after the other. Throws 503 when one is not there. */
  readPieces(upload_id: string, pieces: readonly string[]): AsyncIterable<Buffer>;
  /** Never throws, as `remove`. */
  removePieces(upload_id: string): Promise<void>;
  /** Stores a company's logo in one size, likewise. */
  putLogo(picture: Picture, by: number): Promise<Stored>;
  /** A photo, written again as a JPEG, or why it is none. Throws 503 likewise. */
  rewritePhoto(picture: Picture, by: number): Promise<Buffer | PictureFault>;
  /** Never throws: a file that stays behind is in nobody's way. */
  remove(key: string): Promise<void>;
  imageSizes(key: string): ImageSizes;
  logoUrl(key: string): string;
  documentUrl(key: string, name: string): string;
  /** The file behind a signed address; null when the signature is none, or too old. */
  open(key: string, name: string, expires: string, signature: string): Promise<Readable | null>;
  /** For emails (MAIL-6). */
  forEmails: EmailPictures;
  stop(): void;
}

/** Opens what is kept in `store`; the secret signs the addresses, and uploads come to lie in `uploadFolder`. */
export function openMedia(store: Store, secret: string, uploadFolder: string): Media {
  const decoder = openDecoder(uploadFolder);
  const signingKey = deriveKey(secret, 'media');
  const sign = (named: string, expires: string) =>
    mac(signingKey, named, ' ', expires).subarray(0, 16).toString('base64url');
  const query = (named: string) => {
    const expires = String((Math.floor(Date.now() / 1000 / WINDOW_S) + 2) * WINDOW_S);
    return `e=${expires}&s=${sign(named, expires)}`;
  };

  async function putSizes(sizes: Record<Variant, Buffer>): Promise<string> {
    const key = `i${newKey()}`;
    await Promise.all(
      VARIANTS.map((variant) => store.put(`${key}/${variant}.webp`, sizes[variant])),
    );
    return key;
  }

  return {
    async putImage(picture, by) {
      const sizes = await decoder.makeSizes(picture, by);
      return typeof sizes === 'string' ? { fault: sizes } : { key: await putSizes(sizes) };
    },
    putSizes,
    async putDocument(content) {
      const key = `d${newKey()}`;
      await store.put(`${key}/file`, content);
      return key;
    },
    async putPiece(upload_id, content) {
      const name = newKey();
      await store.put(`${piecesOf(upload_id)}/${name}`, content);
      return name;
    },
    async *readPieces(upload_id, pieces) {
      for (const name of pieces) {
        const piece = await store.open(`${piecesOf(upload_id)}/${name}`);
        if (piece === null) throw refuse.unavailable(PIECE_GONE, 1);
        yield* piece;
      }
    },
    removePieces: (upload_id) => store.removeFolder(piecesOf(upload_id)),
    async putLogo(picture, by) {
      const logo = await decoder.makeLogo(picture, by);
      if (typeof logo === 'string') return { fault: logo };
      const key = `i${newKey()}`;
      await store.put(`${key}/logo.webp`, logo);
      return { key };
    },
    rewritePhoto: decoder.rewritePhoto,
    remove: (key) => store.removeFolder(key),
    imageSizes(key) {
      const signed = query(key);
      return Object.fromEntries(
        VARIANTS.map((variant) => [variant, `/media/${key}/${variant}.webp?${signed}`]),
      ) as unknown as ImageSizes;
    },
    logoUrl: (key) => `/media/${key}/logo.webp?${query(key)}`,
    documentUrl: (key, name) =>
      `/media/${key}/${encodeURIComponent(name)}?${query(`${key}/${name}`)}`,
    async open(key, name, expires, signature) {
      // A document is saved by its name, which nobody may choose for another's; a picture's is its size.
      const isDocument = key.startsWith('d');
      const named = isDocument ? `${key}/${name}` : key;
      if (!(Number(expires) * 1000 > Date.now()) || !sameText(sign(named, expires), signature))
        return null;
      return store.open(`${key}/${isDocument ? 'file' : name}`);
    },
    forEmails: openEmailPictures(store, decoder),
    stop: decoder.stop,
  };
}

const PIECE_GONE = 'Filen kunde inte läsas just nu. Försök igen om en stund.';

/** The folder of a file that comes in pieces. */
export const piecesOf = (upload_id: string) => `u${upload_id.replaceAll('-', '')}`;

const newKey = () => randomBytes(16).toString('hex');

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
