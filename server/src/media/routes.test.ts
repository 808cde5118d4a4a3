import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import sharp from 'sharp';
import { keyOf, makePicture } from '../../test/forms.ts';
import { openTestNode } from '../../test/test-node.ts';
import { openMedia } from './media.ts';
import { openStore } from './store.ts';

const { node } = await openTestNode();

const { media } = node.context;
const image = media.imageSizes(
  (await keyOf(media.putImage(await makePicture({ width: 90, height: 60 }), 1)))!,
).card;
const document = media.documentUrl(
  await media.putDocument(Buffer.from('<script>')),
  'Räkning "1".html',
);

const get = (url: string) => node.app.inject({ url });

test('MEDIA-2 a signed URL returns the picture to a tag that sends no header', async () => {
  const reply = await get(image);
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.headers['content-type'], 'image/webp');
  assert.equal(reply.headers['x-content-type-options'], 'nosniff');
  assert.equal(reply.headers['content-security-policy'], "default-src 'none'; sandbox");
  assert.equal(reply.headers['cache-control'], 'private, max-age=450');
  const { width, height } = await sharp(reply.rawPayload).metadata();
  assert.deepEqual([width, height], [333, 250]);
});

test('MEDIA-1 a document is an attachment with its name, never a page', async () => {
  const reply = await get(document);
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.body, '<script>');
  assert.equal(reply.headers['content-type'], 'application/octet-stream');
  assert.equal(
    reply.headers['content-disposition'],
    `attachment; filename="R_kning _1_.html"; filename*=UTF-8''R%C3%A4kning%20%221%22.html`,
  );
  assert.equal(reply.headers['cache-control'], 'no-store');
  assert.equal(reply.headers['x-content-type-options'], 'nosniff');
  assert.equal(reply.headers['content-security-policy'], "default-src 'none'; sandbox");
});

test('MEDIA-1 a photo is shown inline, any other kind is an attachment, a PDF too', async () => {
  const { media: folder } = node.context;
  const key = await folder.putDocument(Buffer.from('%PDF-'));
  const view = (name: string) => get(`${folder.documentUrl(key, name)}&view=1`);
  const photo = await view('skada.jpg');
  assert.equal(photo.headers['content-type'], 'image/jpeg');
  assert.match(String(photo.headers['content-disposition']), /^inline; filename="skada.jpg"/);
  assert.equal(photo.headers['content-security-policy'], "default-src 'none'; sandbox");
  for (const name of ['Protokoll.PDF', 'sida.html', 'bild.svg', 'kalkyl.xlsx']) {
    const { headers } = await view(name);
    assert.equal(headers['content-type'], 'application/octet-stream', name);
    assert.match(String(headers['content-disposition']), /^attachment;/, name);
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox", name);
  }
});

test('MEDIA-2 an invalid signature is a 404', async () => {
  const nothing = await get('/media/i00000000000000000000000000000000/card.webp?e=1&s=x');
  assert.equal(nothing.statusCode, 404);
  for (const address of [image, document]) {
    const url = new URL(address, 'http://here');
    const expires = url.searchParams.get('e')!;
    const signature = url.searchParams.get('s')!;
    const path = url.pathname;
    const altered = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const other = (address === image ? document : image).split('?')[1];
    for (const query of [
      '',
      `?e=${expires}`,
      `?s=${signature}`,
      `?e=${expires}&s=`,
      `?e=${expires}&s=${altered}`,
      `?e=${expires}&s=${signature.slice(0, -1)}`,
      `?e=${expires}&s=${signature}A`,
      `?e=${Number(expires) + 1}&s=${signature}`,
      `?e=9999999999&s=${signature}`,
      `?e=${expires}&e=${expires}&s=${signature}`,
      `?e=NaN&s=${signature}`,
      `?${other}`,
    ]) {
      const reply = await get(`${path}${query}`);
      assert.equal(reply.statusCode, 404, query);
      assert.equal(reply.body, nothing.body);
    }
  }
});

test('MEDIA-2 a URL expires within a quarter of an hour, and with another secret', async (t) => {
  const store = await openStore({ dataDir: node.mediaFolder, s3: null });
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { key, name, e, s } = parts(image);
  assert.ok(await node.context.media.open(key, name, e, s));
  const left = Number(e) - Date.now() / 1000;
  assert.ok(left > 7.5 * 60 - 1 && left <= 15 * 60, String(left));
  t.mock.timers.setTime(Number(e) * 1000 - 1);
  assert.ok(await node.context.media.open(key, name, e, s));
  t.mock.timers.setTime(Number(e) * 1000);
  assert.equal(await node.context.media.open(key, name, e, s), null);
  t.mock.timers.reset();
  assert.equal(await openMedia(store, 'another secret', tmpdir()).open(key, name, e, s), null);
});

test('MEDIA-2 a document’s URL is valid for its own name only', async () => {
  for (const name of ['faktura.exe', 'R%C3%A4kning%20%221%22.htm', 'file', '']) {
    const reply = await get(document.replace(/[^/]*\?/, `${name}?`));
    assert.equal(reply.statusCode, 404, name);
  }
});

test('MEDIA-2 a URL is stable for a while, so that browsers can cache', () => {
  const { key } = parts(image);
  const { media: folder } = node.context;
  assert.equal(folder.imageSizes(key).card.split('?')[0], image.split('?')[0]);
  assert.deepEqual(folder.imageSizes(key), folder.imageSizes(key));
});

test('MEDIA-2 no path leaves the folder, signed or not', async () => {
  const query = image.split('?')[1];
  const { key } = parts(image);
  for (const path of [
    `/media/${key}/../../secret?${query}`,
    `/media/${key}/..%2f..%2fsecret?${query}`,
    `/media/${key}/%2e%2e%2fcard.webp?${query}`,
    `/media/${key}/card.webp%00.txt?${query}`,
    `/media/${key}/huge.webp?${query}`,
    `/media/${key}/?${query}`,
    `/media/${key}?${query}`,
    `/media/../secret?${query}`,
    `/media/${key.toUpperCase()}/card.webp?${query}`,
    `/media/%E0%A4%A/card.webp?${query}`,
    `/media/${'i'.repeat(500)}/card.webp?${query}`,
  ]) {
    const reply = await get(path);
    assert.ok([400, 404].includes(reply.statusCode), `${reply.statusCode} ${path}`);
    assert.match(reply.json().detail, /^[A-ZÅÄÖ].+\.$/);
  }
});

function parts(address: string) {
  const url = new URL(address, 'http://here');
  const [, , key = '', name = ''] = url.pathname.split('/');
  return { key, name, e: url.searchParams.get('e')!, s: url.searchParams.get('s')! };
}
