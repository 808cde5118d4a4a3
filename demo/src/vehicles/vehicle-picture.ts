import sharp from 'sharp';
import { makeRandom } from '../random.ts';
import { drawVehicle, type VehicleDrawing } from './vehicle-drawing.ts';

// A tile of film grain, made once and laid over every picture at another place.
const GRAIN_SIZE = 65536;
let grain: Int8Array | null = null;

function makeGrain(): Int8Array {
  const random = makeRandom(77);
  const tile = new Int8Array(GRAIN_SIZE);
  for (let i = 0; i < GRAIN_SIZE; i++)
    tile[i] = Math.round((random() + random() + random() - 1.5) * 9);
  return tile;
}

/** How much a lens darkens towards the edges, as a factor for each pixel of one side. */
function makeFalloff(count: number, depth: number): Float32Array {
  const falloff = new Float32Array(count);
  for (let i = 0; i < count; i++) falloff[i] = 1 - depth * Math.abs((2 * i) / count - 1) ** 3.2;
  return falloff;
}

/** The drawing as a JPEG of 1600 × 1064, with the corners and the grain of a photograph. */
export async function renderPicture(drawing: VehicleDrawing): Promise<Buffer> {
  grain ??= makeGrain();
  const { data, info } = await sharp(Buffer.from(drawVehicle(drawing)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const across = makeFalloff(width, 0.2);
  const down = makeFalloff(height, 0.17);
  const random = makeRandom(drawing.seed + drawing.view.length * 7919);
  for (let y = 0, i = 0; y < height; y++) {
    let k = Math.floor(random() * GRAIN_SIZE);
    const row = down[y]!;
    for (let x = 0; x < width; x++, i += 3) {
      const g = grain[k++ & (GRAIN_SIZE - 1)]!;
      const light = row * across[x]! * 1.07;
      pixels[i] = pixels[i]! * light + g;
      pixels[i + 1] = pixels[i + 1]! * light + g;
      pixels[i + 2] = pixels[i + 2]! * light + g;
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 74 })
    .toBuffer();
}
