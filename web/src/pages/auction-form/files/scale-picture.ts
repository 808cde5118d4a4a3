import { FORMAT_BYTES, IMAGE_MAX_BYTES, pictureFormat } from '@restvarde/contract/media';

/** A picture with a longer side is made smaller before it is sent, in pixels; the server keeps less than that. */
const MOST = 4000;
const QUALITY = 0.9;
/** Its preview is twice as large as it is shown, in pixels: many whole photos are too much for a phone. */
const PREVIEW = { width: 208, height: 156 };

/** A picture as the form shows it and as it is sent. */
export interface ScaledPicture {
  /** A data address. */
  src: string;
  file: File;
}

/** The size that fits within the largest side, in whole pixels. */
export function fitWithin(size: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(size.width, size.height));
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a picture: its preview, and the file that is sent. That is a new JPEG, upright and without what the camera
 * wrote into it, when the picture is very large or in a format that only the browser knows. One at a time, since each
 * takes its pixels in memory. Rejects when the browser can't read it.
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
    if (Math.max(width, height) <= MOST && (await isTaken(file))) return { src, file };
    const made = await toJpeg(draw(picture, fitWithin(picture, MOST)));
    const name = file.name.replace(/\.\w+$/, '.jpg');
    return { src, file: made ? new File([made], name, { type: made.type }) : file };
  } finally {
    picture.close();
  }
}

/** Does the server take it as it is? */
async function isTaken(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer());
  const format = pictureFormat(start);
  return (format === 'jpeg' || format === 'png') && file.size <= IMAGE_MAX_BYTES;
}

function draw(picture: ImageBitmap, size: { width: number; height: number }): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas to draw on.');
  // A PNG may be transparent, a JPEG is not: on white, as the server lays it.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(picture, 0, 0, size.width, size.height);
  return canvas;
}

const toJpeg = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
