import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { makePicture } from '../../test/forms.ts';
import { makeSizes } from './image-sizes.ts';

const GPS = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 16/1 0/1', GPSLongitude: '15/1' } };

/** The colour of a point, each channel as `r`, `g`, `b` where it stands out. */
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

test('MEDIA-1 a picture becomes exactly the sizes that the pages use, and their doubles', async () => {
  const content = await makePicture({ width: 3000, height: 2000 });
  const sizes = (await makeSizes(content))!;
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

test('MEDIA-1 also a picture smaller than they are, tall or wide', async () => {
  for (const [width, height] of [
    [40, 30],
    [300, 2000],
    [2000, 90],
  ] as const) {
    const sizes = (await makeSizes(await makePicture({ width, height })))!;
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

test('MEDIA-1 what the camera wrote is gone: place, time, maker, profile', async () => {
  const content = await makePicture({
    extra: (picture) =>
      picture
        .withExif({ IFD0: { Make: 'Kamera', Copyright: 'Anna Lind' }, ...GPS })
        .withIccProfile('p3')
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">hemlig plats</x:xmpmeta>')
        .jpeg(),
  });
  assert.ok((await sharp(content).metadata()).exif);
  for (const bytes of Object.values((await makeSizes(content))!)) {
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
    assert.deepEqual([exif, xmp, iptc, icc], [undefined, undefined, undefined, undefined]);
    for (const trace of ['Kamera', 'Anna Lind', 'hemlig', 'Exif']) {
      assert.ok(!bytes.includes(trace), trace);
    }
  }
});

test('MEDIA-1 however the camera was held, the picture stands upright', async () => {
  const upright = await corners(await makePicture());
  assert.deepEqual(upright, ['r', 'g', 'b', 'b']);
  // What each orientation says must be undone, as pixels.
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
    const sizes = (await makeSizes(content))!;
    for (const variant of ['card', 'detail', 'large'] as const) {
      assert.deepEqual(await corners(sizes[variant]), upright, `${orientation} ${variant}`);
    }
  }
});

test('MEDIA-1 PNG with transparency, 16 bits or a palette, and grey and CMYK JPEG are pictures too', async () => {
  const kinds: Record<string, (picture: Sharp) => Sharp> = {
    palette: (picture) => picture.png({ palette: true }),
    '16 bits': (picture) => picture.toColourspace('rgb16').png(),
    grey: (picture) => picture.greyscale().jpeg(),
    cmyk: (picture) => picture.toColourspace('cmyk').jpeg(),
    progressive: (picture) => picture.jpeg({ progressive: true }),
  };
  for (const [kind, extra] of Object.entries(kinds)) {
    const sizes = await makeSizes(await makePicture({ width: 200, height: 150, extra }));
    assert.ok(sizes, kind);
    assert.equal((await sharp(sizes.card).metadata()).width, 333, kind);
  }
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const glass = sharp({ create: { width: 9, height: 9, channels: 4, background: clear } });
  const sizes = (await makeSizes(await glass.png().toBuffer()))!;
  assert.equal(await colourAt(sizes.card, 0.5, 0.5), 'rgb');
});

test('MEDIA-1 what is not whole, not a JPEG or PNG, or too many pixels, is no picture', async () => {
  const jpeg = await makePicture({ width: 400, height: 300 });
  const png = await makePicture({ width: 400, height: 300, extra: (picture) => picture.png() });
  const bytes = (text: string) => Buffer.from(text);
  const none: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    text: bytes('hej'),
    svg: bytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    html: bytes('<html><script>alert(1)</script></html>'),
    pdf: bytes('%PDF-1.7\n'),
    webp: await sharp(png).webp().toBuffer(),
    gif: await sharp(png).gif().toBuffer(),
    tiff: await sharp(png).tiff().toBuffer(),
    'the first half of a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'the first half of a PNG': png.subarray(0, png.length / 2),
    'the head of a JPEG': jpeg.subarray(0, 20),
    'a JPEG mark and text': Buffer.concat([jpeg.subarray(0, 3), bytes('<script>')]),
    'a PNG mark and text': Buffer.concat([png.subarray(0, 8), bytes('<script>')]),
    '51 megapixels': await sharp({
      create: { width: 7_142, height: 7_142, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  };
  for (const [kind, content] of Object.entries(none)) {
    assert.equal(await makeSizes(content), null, kind);
  }
});

test('MEDIA-1 what follows a picture in its file, such as a script, does not come along', async () => {
  const jpeg = await makePicture({ width: 100, height: 80 });
  const sizes = await makeSizes(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]));
  for (const bytes of Object.values(sizes ?? {})) assert.ok(!bytes.includes('script'));
});
