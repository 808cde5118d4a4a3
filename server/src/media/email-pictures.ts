import { buffer } from 'node:stream/consumers';
import type { Decoder } from './decoder.ts';
import type { Store } from './store.ts';

/** Stored pictures for mail programs; null if unavailable: an email does not wait for a picture. */
export interface EmailPictures {
  /** The picture of `key` as a JPEG. */
  cover(key: string): Promise<Buffer | null>;
  /** The logo of `key` as a PNG. */
  logo(key: string): Promise<Buffer | null>;
}

/** Decoder turns belong to a user id; emails share this one. */
const NOBODY = 0;

/** Emails about a new object go to thousands, with the same picture. */
const MAX_CACHED = 200;

export function openEmailPictures(store: Store, decoder: Decoder): EmailPictures {
  const kept = new Map<string, Promise<Buffer | null>>();

  async function make(path: string, to: (content: Buffer) => Promise<Buffer | null>) {
    try {
      const stored = await store.open(path);
      return stored && (await to(await buffer(stored)));
    } catch {
      kept.delete(path);
      return null;
    }
  }

  function keep(path: string, to: (content: Buffer) => Promise<Buffer | null>) {
    const made = kept.get(path) ?? make(path, to);
    kept.delete(path);
    kept.set(path, made);
    const [oldest] = kept.keys();
    if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
    return made;
  }

  return {
    cover: (key) =>
      keep(`${key}/card_2x.webp`, (content) => decoder.makeEmailCover(content, NOBODY)),
    logo: (key) => keep(`${key}/logo.webp`, (content) => decoder.makeEmailLogo(content, NOBODY)),
  };
}
