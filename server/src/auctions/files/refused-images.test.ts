import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PICTURE_FAULT, type PictureFault } from '@restvarde/contract/media';
import sharp from 'sharp';
import { openPictureForms } from '../../../test/auctions/picture-forms.ts';
import { killDecoders } from '../../../test/decoders.ts';
import { eventually } from '../../../test/eventually.ts';
import { type Attachment, encodeForm, makeHeavyPicture } from '../../../test/forms.ts';
import { openTestNode } from '../../../test/test-node.ts';

let auction: number;

const { node } = await openTestNode();

const { manager, makeOpen, jpeg, create, add, kept } = await openPictureForms(node);
beforeEach(async () => {
  auction = await makeOpen();
});

test('FORM-5 a form without a picture is refused with its sentence', async () => {
  const { status, body } = await add(auction, null);
  assert.deepEqual([status, body], [400, { image: ['Välj en bild.'] }]);
});

test('MEDIA-1 a file that is not a picture is refused with its name and the reason, and nothing is stored', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const whole = jpeg.content as Buffer;
  const pixels = await sharp({
    create: { width: 7_142, height: 7_142, channels: 3, background: '#fff' },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const bad: [PictureFault, Attachment][] = [
    ['format', { name: 'bild.jpg', content: 'Hej!', type: 'image/jpeg' }],
    ['format', { name: 'bild.svg', content: svg, type: 'image/svg+xml' }],
    ['format', { name: 'svg.jpg', content: svg, type: 'image/jpeg' }],
    ['heic', { name: 'telefon.jpg', content: '\0\0\0\x24ftypheic', type: 'image/jpeg' }],
    ['truncated', { name: 'halv.jpg', content: whole.subarray(0, whole.length / 2) }],
    ['pixels', { name: 'stor.png', content: pixels }],
    ['empty', { name: 'tom.jpg', content: '' }],
  ];
  const before = await kept();
  for (const [fault, file] of bad) {
    const sentence = `${file.name}: ${PICTURE_FAULT[fault]}`;
    const added = await add(auction, file);
    assert.deepEqual([added.status, added.body], [415, { image: [sentence] }], file.name);
    // Also after valid pictures, which are removed too.
    const created = await create({ image: jpeg, images: [jpeg, file] });
    assert.deepEqual([created.status, created.body], [415, { images: [sentence] }], file.name);
  }
  assert.deepEqual(await kept(), before);
});

test('MEDIA-1, API-2 a picture that timed out in the queue is refused with a retry, and nothing is stored', async () => {
  const before = await kept();
  const heavy = { name: 'tung.png', content: await makeHeavyPicture() };
  let isAnswered = false;
  const answer = create({ image: jpeg, images: [heavy] }).finally(() => {
    isAnswered = true;
  });
  await eventually(async () => {
    // After the first picture, which has been decoded.
    const folders = await node.storedFolders();
    assert.ok(folders.length > before.folders.length);
  });
  // Until then: the second one may be given to the next process.
  while (!isAnswered) {
    killDecoders();
    await nextTurn();
  }
  const { status, body, headers } = await answer;
  assert.deepEqual([status, headers['retry-after']], [503, '10']);
  assert.deepEqual(Object.keys(body).sort(), ['detail', 'request_id']);
  assert.match(body.detail, /^Bilden hann inte behandlas/);
  assert.deepEqual(await kept(), before);
  assert.equal((await add(auction, jpeg)).status, 201);
});

test('MEDIA-1 a file above 15 MB is refused, and nothing is stored', async () => {
  const before = await kept();
  const big = {
    name: 'stor.jpg',
    content: Buffer.concat([jpeg.content as Buffer, Buffer.alloc(20e6)]),
  };
  for (const { status, body } of [
    await add(auction, big),
    await create({ image: jpeg, images: [big] }),
  ]) {
    assert.deepEqual([status, body], [413, { detail: 'Filen är för stor: högst 15 MB.' }]);
  }
  assert.deepEqual(await kept(), before);
});

test('FORM-6 a form with errors stores none of its pictures', async () => {
  const before = await kept();
  assert.equal((await create({ image: jpeg, manufacturer: '' })).status, 400);
  assert.equal((await create({ image: jpeg, staging_area: 999_999 })).status, 400);
  assert.deepEqual(await kept(), before);
});

test('API-2 an aborted or malformed form is refused with a sentence, and nothing is stored', async () => {
  const before = await kept();
  const { body, headers } = await encodeForm({ image: jpeg });
  const url = `/api/auctions/${auction}/images`;
  const type = (value: string) => ({ 'content-type': value });
  const boundary = headers['content-type'].split('boundary=')[1]!;
  const manyFields = await encodeForm(
    Object.fromEntries(Array.from({ length: 301 }, (_, one) => [`f${one}`, 'x'])),
  );
  const manyFiles = await encodeForm({ images: Array(13).fill({ name: 'a.jpg', content: 'x' }) });
  for (const [kind, sent, sentHeaders, expected] of [
    ['half', body.subarray(0, body.length / 2), headers, 400],
    ['without its end', body.subarray(0, -boundary.length - 6), headers, 400],
    ['only the boundary', Buffer.from(`--${boundary}\r\n`), headers, 400],
    ['another boundary', body, type('multipart/form-data; boundary=other'), 400],
    ['no boundary', body, type('multipart/form-data'), 400],
    ['JSON', Buffer.from('{}'), type('application/json'), 415],
    ['no type', body, {}, 415],
    ['an address form', Buffer.from('a=b'), type('application/x-www-form-urlencoded'), 415],
    ['too many fields', manyFields.body, manyFields.headers, 413],
    ['too many files', manyFiles.body, manyFiles.headers, 413],
  ] as const) {
    const answer = await node.call(manager, 'POST', url, sent, sentHeaders);
    assert.equal(answer.status, expected, `${kind}: ${JSON.stringify(answer.body)}`);
    assert.match(answer.body.detail, /^[A-ZÅÄÖ].+\.$/, kind);
  }
  const { status } = await node.call(manager, 'POST', url);
  assert.equal(status, 415);
  assert.deepEqual(await kept(), before);
});
