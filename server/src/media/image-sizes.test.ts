import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PictureFault } from '@restvarde/contract/media';
import sharp, { type Sharp } from 'sharp';
import { makeNoise, makePicture } from '../../test/forms.ts';
import { makeLogo, makeSizes, type Sizes } from './image-sizes.ts';

/** The sizes of a valid picture. */
async function sizesOf(content: Buffer): Promise<Sizes> {
  const sizes = await makeSizes(content);
  if (typeof sizes === 'string') throw new Error(`It is refused: ${sizes}.`);
  return sizes;
}

const GPS = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 16/1 0/1', GPSLongitude: '15/1' } };

/** The strong channels of a pixel, as `r`, `g`, `b`. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * 3;
  return ['r', 'g', 'b'].filter((_, channel) => data[at + channel]! > 150).join('');
}

const corners = async (picture: Buffer) =>
  Promise.all([
    colourAt(picture, 0.1, 0.1),
    colourAt(picture, 0.9, 0.1),
    colourAt(picture, 0.1, 0.9),
    colourAt(picture, 0.9, 0.9),
  ]);

test('MEDIA-1 a picture gets exactly the sizes that pages use, and their doubles', async () => {
  const content = await makePicture({ width: 3000, height: 2000 });
  const sizes = await sizesOf(content);
  const measured: Record<string, unknown> = {};
  for (const [variant, bytes] of Object.entries(sizes)) {
    const { format, width, height, space } = await sharp(bytes).metadata();
    assert.deepEqual([format, space], ['webp', 'srgb'], variant);
    measured[variant] = `${width}×${height}`;
  }
  assert.deepEqual(measured, {
    card: '333×250',
    card_2x: '666×500',
    detail: '680×442',
    detail_2x: '1360×884',
    thumb: '117×78',
    thumb_2x: '234×156',
    large: '2048×1365',
  });
});

test('MEDIA-1 a smaller, tall or wide picture gets them too', async () => {
  for (const [width, height] of [
    [40, 30],
    [300, 2000],
    [2000, 500],
  ] as const) {
    const sizes = await sizesOf(await makePicture({ width, height }));
    for (const [variant, expected] of [
      ['card', [333, 250]],
      ['card_2x', [666, 500]],
      ['detail', [680, 442]],
      ['detail_2x', [1360, 884]],
    ] as const) {
      const found = await sharp(sizes[variant]).metadata();
      assert.deepEqual([found.width, found.height], expected);
    }
    assert.equal((await sharp(sizes.thumb).metadata()).height, 78);
    assert.equal((await sharp(sizes.thumb_2x).metadata()).height, 156);
    const large = await sharp(sizes.large).metadata();
    assert.deepEqual([large.width, large.height], [width, height]);
  }
});

test('MEDIA-1 camera metadata is removed: place, time, maker, profile', async () => {
  const content = await makePicture({
    extra: (picture) =>
      picture
        .withExif({ IFD0: { Make: 'Kamera', Copyright: 'Anna Lind' }, ...GPS })
        .withIccProfile('p3')
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">hemlig plats</x:xmpmeta>')
        .jpeg(),
  });
  assert.ok((await sharp(content).metadata()).exif);
  for (const bytes of Object.values(await sizesOf(content))) {
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
    assert.deepEqual([exif, xmp, iptc, icc], [undefined, undefined, undefined, undefined]);
    for (const trace of ['Kamera', 'Anna Lind', 'hemlig', 'Exif']) {
      assert.ok(!bytes.includes(trace), trace);
    }
  }
});

test('MEDIA-1 a picture is upright, however the camera was held', async () => {
  const upright = await corners(await makePicture());
  assert.deepEqual(upright, ['r', 'g', 'b', 'b']);
  // The transformation that undoes each orientation.
  const turned: Record<number, (picture: Sharp) => Sharp> = {
    1: (picture) => picture,
    2: (picture) => picture.flop(),
    3: (picture) => picture.rotate(180),
    6: (picture) => picture.rotate(270),
    8: (picture) => picture.rotate(90),
  };
  const flat = await makePicture({ extra: (picture) => picture.png() });
  for (const [orientation, turn] of Object.entries(turned)) {
    const content = await turn(sharp(flat))
      .withMetadata({ orientation: Number(orientation) })
      .jpeg()
      .toBuffer();
    const sizes = await sizesOf(content);
    for (const variant of ['card', 'detail', 'large'] as const) {
      assert.deepEqual(await corners(sizes[variant]), upright, `${orientation} ${variant}`);
    }
  }
});

test('MEDIA-1 accepts PNG with transparency, 16 bits or a palette, and grey and CMYK JPEG', async () => {
  const kinds: Record<string, (picture: Sharp) => Sharp> = {
    palette: (picture) => picture.png({ palette: true }),
    '16 bits': (picture) => picture.toColourspace('rgb16').png(),
    grey: (picture) => picture.greyscale().jpeg(),
    cmyk: (picture) => picture.toColourspace('cmyk').jpeg(),
    progressive: (picture) => picture.jpeg({ progressive: true }),
  };
  for (const [kind, extra] of Object.entries(kinds)) {
    const sizes = await sizesOf(await makePicture({ width: 200, height: 150, extra }));
    assert.equal((await sharp(sizes.card).metadata()).width, 333, kind);
  }
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const glass = sharp({ create: { width: 9, height: 9, channels: 4, background: clear } });
  const sizes = await sizesOf(await glass.png().toBuffer());
  assert.equal(await colourAt(sizes.card, 0.5, 0.5), 'rgb');
});

test('MEDIA-1 an incomplete file, another format and too many pixels are refused, each with its reason', async () => {
  const jpeg = await makePicture({ width: 400, height: 300 });
  const png = await makePicture({ width: 400, height: 300, extra: (picture) => picture.png() });
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const large = sharp({
    create: { width: 7_142, height: 7_142, channels: 3, background: '#fff' },
  });
  const none: [what: string, Buffer, PictureFault][] = [
    ['empty', Buffer.alloc(0), 'empty'],
    ['text', bytes('hej'), 'format'],
    ['svg', bytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'format'],
    ['html', bytes('<html><script>alert(1)</script></html>'), 'format'],
    ['pdf', bytes('%PDF-1.7\n'), 'format'],
    ['webp', await sharp(png).webp().toBuffer(), 'format'],
    ['gif', await sharp(png).gif().toBuffer(), 'format'],
    ['tiff', await sharp(png).tiff().toBuffer(), 'format'],
    ['heic', bytes('\0\0\0\x18ftypheic\0\0\0\0'), 'heic'],
    ['the first half of a JPEG', jpeg.subarray(0, jpeg.length / 2), 'truncated'],
    ['the first half of a PNG', png.subarray(0, png.length / 2), 'truncated'],
    ['the head of a JPEG', jpeg.subarray(0, 20), 'truncated'],
    ['a JPEG mark and text', Buffer.concat([jpeg.subarray(0, 3), bytes('<script>')]), 'truncated'],
    [
      'a PNG mark and text',
      Buffer.concat([png.subarray(0, 8), bytes('<script>....')]),
      'unreadable',
    ],
    [
      'a PNG of 51 megapixels',
      await large.clone().png({ compressionLevel: 1 }).toBuffer(),
      'pixels',
    ],
    ['a JPEG of 51 megapixels', await large.clone().jpeg({ quality: 10 }).toBuffer(), 'pixels'],
  ];
  for (const [what, content, fault] of none) assert.equal(await makeSizes(content), fault, what);
});

test('MEDIA-1 a JPEG that lacks only its end marker is accepted, one that lacks rows is not', async () => {
  for (const progressive of [false, true]) {
    const whole = await makeNoise((picture) => picture.jpeg({ progressive }));
    const open = whole.subarray(0, -2);
    const { large } = await sizesOf(open);
    assert.deepEqual(large, (await sizesOf(whole)).large);
    assert.ok(await sizesOf(whole.subarray(0, -1)), 'half a marker');
    for (const share of [0.6, 0.98]) {
      const cut = whole.subarray(0, whole.length * share);
      assert.equal(await makeSizes(cut), 'truncated', `${share} of it`);
    }
  }
});

test('MEDIA-1 colours stay the same, whatever the bits and profile', async () => {
  const colour = { r: 200, g: 60, b: 40 };
  const flat = () => sharp({ create: { width: 64, height: 64, channels: 3, background: colour } });
  const deep = (picture: Sharp) => picture.toColourspace('rgb16');
  const pictures: Record<string, Sharp> = {
    '8 bits': flat(),
    '8 bits, P3': flat().withIccProfile('p3'),
    '16 bits': deep(flat()),
    '16 bits, sRGB': deep(flat()).withIccProfile('srgb'),
    '16 bits, P3': deep(flat()).withIccProfile('p3'),
    '16 bits, P3, transparent': deep(flat().ensureAlpha()).withIccProfile('p3'),
  };
  for (const [what, picture] of Object.entries(pictures)) {
    const content = await picture.png().toBuffer();
    const depth = what.startsWith('16') ? 'ushort' : 'uchar';
    assert.equal((await sharp(content).metadata()).depth, depth, what);
    const logo = await makeLogo(content);
    for (const made of [(await sizesOf(content)).card, logo as Buffer]) {
      const { channels } = await sharp(made).stats();
      for (const [at, expected] of Object.values(colour).entries()) {
        const found = channels[at]!.mean;
        assert.ok(Math.abs(found - expected) <= 4, `${what}: ${found} for ${expected}`);
      }
    }
  }
});

test('MEDIA-1 a long strip gets all sizes, none beyond its bounds', async () => {
  for (const [width, height] of [
    [3000, 20],
    [12_000, 100],
    [12_000, 200],
    [20, 3000],
    [5000, 2],
  ] as const) {
    const sizes = await sizesOf(await makePicture({ width, height }));
    const [thumb, double, large] = await Promise.all(
      [sizes.thumb, sizes.thumb_2x, sizes.large].map((one) => sharp(one).metadata()),
    );
    const expected = width > height ? 312 : 20;
    assert.deepEqual([thumb!.width, thumb!.height], [expected, 78]);
    assert.deepEqual([double!.width, double!.height], [expected * 2, 156]);
    assert.ok(large!.width <= 2048 && large!.height <= 2048);
    assert.ok(Buffer.isBuffer(await makeLogo(await makePicture({ width, height }))));
  }
});

test('MEDIA-1 data after a picture, such as a script, is dropped', async () => {
  const jpeg = await makePicture({ width: 100, height: 80 });
  const sizes = await sizesOf(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]));
  for (const bytes of Object.values(sizes)) assert.ok(!bytes.includes('script'));
});
