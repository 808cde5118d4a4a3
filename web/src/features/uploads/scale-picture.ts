import { FORMAT_BYTES, IMAGE_MAX_BYTES, pictureFormat } from '@restvarde/contract/media';

/** A picture with a longer side is scaled down before upload, in pixels. The server stores smaller ones. */
const MAX_SIDE = 4000;
const QUALITY = 0.9;
/** The preview has twice its displayed size, in pixels: many full-size photos are too much for a phone. */
const PREVIEW = { width: 208, height: 156 };

/** A picture's preview and the file to send. */
export interface ScaledPicture {
  /** A data URL. */
  src: string;
  file: File;
}

/** The size scaled down to fit within `most`, in whole pixels. */
export function fitWithin(size: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(size.width, size.height));
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a picture. Resolves to its preview and the file to send: a new JPEG, upright and without metadata, if the
 * picture is very large or only the browser supports its format. Reads one at a time, since each needs its pixels in
 * memory. Rejects if the browser cannot read it.
 */
export function scalePicture(file: File): Promise<ScaledPicture> {
  const reading = last.then(() => read(file));
  last = reading.catch(() => {});
  return reading;
}

async function read(file: File): Promise<ScaledPicture> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { width, height } = picture;
    const cover = Math.max(PREVIEW.width / width, PREVIEW.height / height);
    const src = draw(picture, {
      width: Math.ceil(width * Math.min(1, cover)),
      height: Math.ceil(height * Math.min(1, cover)),
    }).toDataURL('image/jpeg', QUALITY);
    if (Math.max(width, height) <= MAX_SIDE && (await isAccepted(file))) return { src, file };
    const jpeg = await toJpeg(draw(picture, fitWithin(picture, MAX_SIDE)));
    const name = file.name.replace(/\.\w+$/, '.jpg');
    return { src, file: jpeg ? new File([jpeg], name, { type: jpeg.type }) : file };
  } finally {
    picture.close();
  }
}

/** Returns whether the server accepts the file unchanged. */
async function isAccepted(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer());
  const format = pictureFormat(start);
  return (format === 'jpeg' || format === 'png') && file.size <= IMAGE_MAX_BYTES;
}

function draw(picture: ImageBitmap, size: { width: number; height: number }): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D canvas context is available.');
  // A JPEG has no transparency: use a white background, like the server.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(picture, 0, 0, size.width, size.height);
  return canvas;
}

const toJpeg = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
