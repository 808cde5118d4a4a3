import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
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
 * A signed address is valid for one to two windows and identical within one, so that it caches. A viewer who loses
 * access to a file has lost it after a quarter of an hour.
 */
export const WINDOW_S = 7.5 * 60;

/** The key of a stored picture, or its fault. */
export type Stored = { key: string } | { fault: PictureFault };

/**
 * Stored pictures and documents, and their signed, expiring addresses (MEDIA-2). Methods throw 503 if the store is
 * unavailable (MEDIA-4).
 */
export interface Media {
  /**
   * Stores a picture's sizes; returns its key or fault. Throws 503 if it cannot be decoded in time. `by` is the user
   * whose turn it takes.
   */
  putImage(picture: Picture, by: number): Promise<Stored>;
  /** Stores a picture whose sizes have been made. */
  putSizes(sizes: Record<Variant, Buffer>): Promise<string>;
  putDocument(content: Uint8Array): Promise<string>;
  /** Stores a piece of an upload (FORM-13); returns its name. */
  putPiece(upload_id: string, content: Uint8Array): Promise<string>;
  /** The named pieces in order. Throws 503 if one is missing. */
  readPieces(upload_id: string, pieces: readonly string[]): AsyncIterable<Buffer>;
  /** Never throws. */
  removePieces(upload_id: string): Promise<void>;
  /** Stores a company's logo in one size. Results as `putImage`. */
  putLogo(picture: Picture, by: number): Promise<Stored>;
  /** Re-encodes a photo as a JPEG. Results as `putImage`. */
  rewritePhoto(picture: Picture, by: number): Promise<Buffer | PictureFault>;
  /** Never throws: a leftover file does no harm. */
  remove(key: string): Promise<void>;
  imageSizes(key: string): ImageSizes;
  logoUrl(key: string): string;
  documentUrl(key: string, name: string): string;
  /** The file at a signed address; null if the signature is invalid or expired. */
  open(key: string, name: string, expires: string, signature: string): Promise<Readable | null>;
  /** The hex SHA-256 of a stored document, or of a picture's `detail` size; null if it is gone. */
  sha256(key: string): Promise<string | null>;
  /** For emails (MAIL-6). */
  forEmails: EmailPictures;
  stop(): void;
}

/**
 * Opens the files in `store`. The secret signs addresses; `uploadFolder` holds the uploads that the decoder may read.
 */
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
      // A document's name is signed, so that nobody can change it; a picture's is its size.
      const isDocument = key.startsWith('d');
      const named = isDocument ? `${key}/${name}` : key;
      if (!(Number(expires) * 1000 > Date.now()) || !sameText(sign(named, expires), signature))
        return null;
      return store.open(`${key}/${isDocument ? 'file' : name}`);
    },
    sha256: (key) => hashStored(store, key),
    forEmails: openEmailPictures(store, decoder),
    stop: decoder.stop,
  };
}

/** As `Media.sha256`. */
export async function hashStored(store: Store, key: string): Promise<string | null> {
  const file = await store.open(`${key}/${key.startsWith('d') ? 'file' : 'detail.webp'}`);
  if (file === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of file) hash.update(chunk);
  return hash.digest('hex');
}

const PIECE_GONE = 'Filen kunde inte läsas just nu. Försök igen om en stund.';

/** The folder of an upload's pieces. */
export const piecesOf = (upload_id: string) => `u${upload_id.replaceAll('-', '')}`;

const newKey = () => randomBytes(16).toString('hex');

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
