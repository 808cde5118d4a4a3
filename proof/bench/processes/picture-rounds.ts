// One photo to all of its sizes, by the product's decoder and by bare sharp in turn.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMAGE_SIZE } from '@restvarde/contract/media';
import sharp from 'sharp';
import { openDecoder } from '../../../server/src/media/decoder.ts';
import { serve } from '../../serve.ts';

/** 12 megapixels. */
const WIDTH = 4_000;
const HEIGHT = 3_000;
const USER = 1;

const folder = await mkdtemp(join(tmpdir(), 'restvarde-pictures-'));
const decoder = openDecoder(folder);
serve(
  null,
  {
    /** Milliseconds of both, round by round. The first round warms up. */
    measure: async (rounds: number) => {
      const photo = await makePhoto();
      const times: { ours: number; bare: number }[] = [];
      for (let round = 0; round <= rounds; round++) {
        const ours = await time(() => decoder.makeSizes(photo, USER));
        const bare = await time(() => makeBare(photo));
        if (round > 0) times.push({ ours, bare });
      }
      return times;
    },
  },
  async () => {
    decoder.stop();
    await rm(folder, { recursive: true });
  },
);

/** Decodes once, at the largest size, and makes all sizes of that at once. */
async function makeBare(content: Buffer): Promise<Buffer[]> {
  const { card, detail, thumb, large } = IMAGE_SIZE;
  const { data, info } = await sharp(content)
    .autoOrient()
    .resize({ ...large, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const source = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const sizes = [card, detail, thumb].flatMap(
    ({ width, height }: { width?: number; height: number }) =>
      [1, 2].map((density) =>
        source().resize({
          width: width && width * density,
          height: height * density,
          fit: 'cover',
        }),
      ),
  );
  return Promise.all(
    [...sizes, source()].map((size) => size.webp({ quality: 78, effort: 3 }).toBuffer()),
  );
}

/** Soft shapes with grain, so that encoding takes as long as for a photo. */
async function makePhoto(): Promise<Buffer> {
  const layer = (width: number, height: number, sigma: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    });
  const shapes = await layer(WIDTH / 50, HEIGHT / 50, 60)
    .png()
    .toBuffer();
  const grain = await layer(WIDTH, HEIGHT, 6).png().toBuffer();
  return sharp(await sharp(shapes).resize(WIDTH, HEIGHT).png().toBuffer())
    .composite([{ input: grain, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Milliseconds. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  if ((await work()) === null) throw new Error('The photo was not decoded.');
  return performance.now() - startedAt;
}
