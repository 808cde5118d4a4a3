import { makeLogo, makeSizes } from './image-sizes.ts';

/** The process in which pictures of strangers are decoded: it has no secrets, and whoever started it may end it. */

/** What is asked of it; the answer is what the function gives. */
export interface Decoding {
  make: 'sizes' | 'logo';
  content: Uint8Array;
}

process.on('message', async ({ make, content }: Decoding) => {
  const picture = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  process.send?.(make === 'sizes' ? await makeSizes(picture) : await makeLogo(picture));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
