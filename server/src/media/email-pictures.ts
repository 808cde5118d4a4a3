import { buffer } from 'node:stream/consumers';
import type { Decoder } from './decoder.ts';
import type { Store } from './store.ts';

/** Stored pictures as mail programs show them; null where there is none to be had: no email waits for a picture. */
export interface EmailPictures {
  /** The picture of `key` as a JPEG. */
  cover(key: string): Promise<Buffer | null>;
  /** The logo of `key` as a PNG. */
  logo(key: string): Promise<Buffer | null>;
}

/** Whose turn it is at the decoder: no user's. */
const NOBODY = 0;

/** A new object is written about to thousands, with the same picture. */
const KEPT = 200;

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
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  }

  return {
    cover: (key) =>
      keep(`${key}/card_2x.webp`, (content) => decoder.makeEmailCover(content, NOBODY)),
    logo: (key) => keep(`${key}/logo.webp`, (content) => decoder.makeEmailLogo(content, NOBODY)),
  };
}
