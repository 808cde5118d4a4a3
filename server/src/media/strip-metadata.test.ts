import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { stripMetadata } from './strip-metadata.ts';

const EXIF = {
  IFD0: { Copyright: 'Anna Lind', Software: 'Kamera 1' },
  IFD3: { GPSLatitude: '59/1 19/1 30/1', GPSLatitudeRef: 'N' },
};

const plain = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#823' } }).composite([
    { input: Buffer.from('<svg width="20" height="10"><rect width="9" height="9"/></svg>') },
  ]);
const pixels = (content: Buffer) => sharp(content).raw().toBuffer();

for (const [name, encode] of [
  ['jpeg', (picture: Sharp) => picture.jpeg()],
  ['jpeg, progressive', (picture: Sharp) => picture.jpeg({ progressive: true })],
  ['png', (picture: Sharp) => picture.png()],
] as const) {
  test(`MEDIA-1 nobody learns from a document where and by whom it was photographed: ${name}`, async () => {
    const written = await encode(
      plain().withExif(EXIF).withMetadata({ orientation: 6, icc: 'p3' }).withExifMerge(EXIF),
    ).toBuffer();
    const given = Buffer.concat([written, Buffer.from('behind the end: Anna Lind')]);
    assert.ok(given.includes('Anna Lind') && (await sharp(given).metadata()).exif);
    const stripped = stripMetadata(given)!;
    assert.ok(!stripped.includes('Anna Lind') && !stripped.includes('Kamera 1'));
    const { exif, xmp, iptc, orientation, icc } = await sharp(stripped).metadata();
    assert.deepEqual([xmp, iptc], [undefined, undefined]);
    assert.ok((exif?.length ?? 0) < 40, 'no more than the way up');
    assert.deepEqual(await pixels(stripped), await pixels(given));
    assert.ok(icc, 'the colours are kept');
    if (name !== 'png') assert.equal(orientation, 6);
    assert.deepEqual(stripMetadata(stripped), stripped);
  });
}

test('MEDIA-1 what is cut off or only begins like a picture is none', async () => {
  const jpeg = await plain().jpeg().toBuffer();
  const png = await plain().png().toBuffer();
  for (const broken of [
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7'),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    jpeg.subarray(0, 30),
    jpeg.subarray(0, jpeg.length - 2),
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from('<script>')]),
    png.subarray(0, png.length - 4),
    png.subarray(0, 8),
  ]) {
    assert.equal(stripMetadata(broken), null);
  }
});
