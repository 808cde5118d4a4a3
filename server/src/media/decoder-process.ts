import { readFile } from 'node:fs/promises';
import { makeLogo, makeSizes } from './image-sizes.ts';

/** The process in which pictures of strangers are decoded: it has no secrets, and whoever started it may end it. */

/** What is asked of it; the answer is what the function gives. */
export interface Decoding {
  make: 'sizes' | 'logo';
  /** Its bytes, or where they lie. */
  picture: Uint8Array | string;
}

process.on('message', async ({ make, picture }: Decoding) => {
  const content =
    typeof picture === 'string'
      ? await readFile(picture)
      : Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  process.send?.(make === 'sizes' ? await makeSizes(content) : await makeLogo(content));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
