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
function strip(content: Buffer): Buffer {
  const stripped = stripMetadata(content);
  if (typeof stripped === 'string') throw new Error(`It is refused: ${stripped}.`);
  return stripped;
}

const pixels = (content: Buffer) => sharp(content).raw().toBuffer();

for (const [name, encode] of [
  ['jpeg', (picture: Sharp) => picture.jpeg()],
  ['jpeg, progressive', (picture: Sharp) => picture.jpeg({ progressive: true })],
  ['png', (picture: Sharp) => picture.png()],
] as const) {
  test(`MEDIA-1 a document reveals nothing about place and photographer: ${name}`, async () => {
    const written = await encode(
      plain().withExif(EXIF).withMetadata({ orientation: 6, icc: 'p3' }).withExifMerge(EXIF),
    ).toBuffer();
    const input = Buffer.concat([written, Buffer.from('behind the end: Anna Lind')]);
    assert.ok(input.includes('Anna Lind') && (await sharp(input).metadata()).exif);
    const stripped = strip(input);
    assert.ok(!stripped.includes('Anna Lind') && !stripped.includes('Kamera 1'));
    const { exif, xmp, iptc, orientation, icc } = await sharp(stripped).metadata();
    assert.deepEqual([xmp, iptc], [undefined, undefined]);
    assert.ok((exif?.length ?? 0) < 40, 'no more than the way up');
    assert.deepEqual(await pixels(stripped), await pixels(input));
    assert.ok(icc, 'the colours are kept');
    assert.equal(orientation, 6);
    assert.deepEqual(strip(stripped), stripped);
  });
}

/** A chunk of a PNG with a sum that is not checked. */
function chunk(type: string, data: string): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type + data, 'latin1'), sum]);
}

test('MEDIA-1 only image data of a PNG is kept, whatever other chunks are called', async () => {
  const png = await plain().png().toBuffer();
  // After the first chunk: signature, length, name, 13 bytes, sum.
  const at = 8 + 4 + 4 + 13 + 4;
  for (const type of 'caBX zxIf exIf meTa seAl tEXt zTXt iTXt tIME acTL fcTL prVt'.split(' ')) {
    const input = Buffer.concat([png.subarray(0, at), chunk(type, 'Anna Lind'), png.subarray(at)]);
    assert.deepEqual(strip(input), strip(png), type);
  }
});

test('MEDIA-1 only image data of a JPEG is kept: no thumbnail, no unknown segment', async () => {
  const jpeg = await plain().jpeg().toBuffer();
  const segment = (marker: number, data: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), Buffer.from(data, 'latin1')]);
  for (const more of [
    segment(0xe0, 'JFXX\0\x10Anna Lind'),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0Anna Lind'),
    segment(0xe2, 'MPF\0Anna Lind'),
    segment(0xeb, 'JP\0\x01Anna Lind'),
    segment(0xed, 'Photoshop 3.0\0Anna Lind'),
    segment(0xf0, 'Anna Lind'),
    segment(0xfe, 'Anna Lind'),
  ]) {
    const input = Buffer.concat([jpeg.subarray(0, 2), more, jpeg.subarray(2)]);
    assert.deepEqual(strip(input), strip(jpeg));
  }
  const thumbnail = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01\x09\x09\x09');
  const stripped = strip(Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(2)]));
  assert.ok(!stripped.includes(Buffer.from([9, 9, 9])));
  assert.deepEqual(await pixels(stripped), await pixels(jpeg));
});

test('MEDIA-1 a truncated file, or one that only begins like a picture, is refused', async () => {
  const jpeg = await plain().jpeg().toBuffer();
  const png = await plain().png().toBuffer();
  const broken: [Buffer, string][] = [
    [Buffer.alloc(0), 'format'],
    [Buffer.from('%PDF-1.7'), 'format'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'truncated'],
    [jpeg.subarray(0, 30), 'truncated'],
    [jpeg.subarray(0, jpeg.length - 2), 'no_end'],
    [Buffer.concat([jpeg.subarray(0, 3), Buffer.from('<script>')]), 'truncated'],
    [Buffer.concat([jpeg.subarray(0, -2), Buffer.from('Anna Lind')]), 'no_end'],
    [png.subarray(0, png.length - 4), 'truncated'],
    [png.subarray(0, 8), 'truncated'],
  ];
  for (const [content, fault] of broken) assert.equal(stripMetadata(content), fault);
});
