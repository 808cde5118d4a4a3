import { type MaskArea, pixelsOf } from './mask-areas.ts';

const QUALITY = 0.9;
const GREY = '#808080';

/**
 * Returns a JPEG of the picture, upright and without metadata, with the areas painted solid grey (GUIDE-4). Rejects if
 * the browser cannot read the picture.
 */
export async function paintMask(
  picture: Blob,
  name: string,
  areas: readonly MaskArea[],
): Promise<File> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const { width, height } = bitmap;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D canvas context is available.');
  // A JPEG has no transparency: use a white background, like the server.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  context.fillStyle = GREY;
  for (const area of areas) {
    const { left, top, ...size } = pixelsOf(area, { width, height });
    context.fillRect(left, top, size.width, size.height);
  }
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (jpeg === null) throw new Error('The picture could not be encoded.');
  return new File([jpeg], `${name.replace(/\.\w+$/, '')}.jpg`, { type: jpeg.type });
}
