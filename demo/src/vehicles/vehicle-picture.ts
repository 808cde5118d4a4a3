import sharp, { type Sharp } from 'sharp';
import { drawVehicle, type VehicleDrawing } from './vehicle-drawing.ts';

/** How much a lens darkens towards the edges, as a factor for each pixel of one side. */
function makeFalloff(count: number, depth: number): Float32Array {
  const falloff = new Float32Array(count);
  for (let i = 0; i < count; i++) falloff[i] = 1 - depth * Math.abs((2 * i) / count - 1) ** 3.2;
  return falloff;
}

/** The drawing, 1600 × 1064, with the darker corners and the fine grain of a photograph. */
export async function renderPicture(drawing: VehicleDrawing): Promise<Sharp> {
  const { data, info } = await sharp(Buffer.from(drawVehicle(drawing)), { unlimited: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const across = makeFalloff(width, 0.2);
  const down = makeFalloff(height, 0.17);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const light = down[y]! * across[x]! * 1.07;
      pixels[i] = pixels[i]! * light;
      pixels[i + 1] = pixels[i + 1]! * light;
      pixels[i + 2] = pixels[i + 2]! * light;
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } }).extract({
    left: 0,
    top: 12,
    width,
    height: 1040,
  });
}
