import { readFile } from 'node:fs/promises';
import { makeEmailCover, makeEmailLogo, makeLogo, makeSizes } from './image-sizes.ts';

/** The process in which pictures of strangers are decoded: it has no secrets, and the one who started it may end it. */

const MAKERS = {
  sizes: makeSizes,
  logo: makeLogo,
  email_cover: makeEmailCover,
  email_logo: makeEmailLogo,
};

/** What is asked of it; the answer is what the function gives. */
export interface Decoding {
  make: keyof typeof MAKERS;
  /** Its bytes, or where they lie. */
  picture: Uint8Array | string;
}

process.on('message', async ({ make, picture }: Decoding) => {
  const content =
    typeof picture === 'string'
      ? await readFile(picture)
      : Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  process.send?.(await MAKERS[make](content));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
