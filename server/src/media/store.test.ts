import assert from 'node:assert/strict';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { keyOf, makePicture } from '../../test/forms.ts';
import { startBucket } from '../../test/start/bucket.ts';
import { type Media, openMedia } from './media.ts';
import { openStore } from './store.ts';

const SECRET = 'a secret for tests that is long enough';

/** Opens a signed address as the route does. */
function open(media: Media, address: string) {
  const url = new URL(address, 'http://localhost');
  const [, , key = '', name = ''] = url.pathname.split('/').map(decodeURIComponent);
  const [expires, signature] = [url.searchParams.get('e') ?? '', url.searchParams.get('s') ?? ''];
  return media.open(key, name, expires, signature);
}

for (const kind of ['folder', 'bucket'] as const) {
  describe(`the store as a ${kind}`, () => {
    let folder: string;
    let bucket: Awaited<ReturnType<typeof startBucket>> | undefined;
    let media: Media;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'restvarde-store-'));
      if (kind === 'bucket') bucket = await startBucket();
      const store = await openStore({ dataDir: folder, s3: bucket?.s3 ?? null });
      media = openMedia(store, SECRET, tmpdir());
    });
    after(async () => {
      await bucket?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test('MEDIA-3, MEDIA-1 a picture is stored in every size, and removed with all', async () => {
      const key = await keyOf(media.putImage(await makePicture(), 1));
      assert.ok(key);
      const sizes = media.imageSizes(key);
      const card = await open(media, sizes.card);
      assert.ok(card);
      const { width, height, format } = await sharp(Buffer.concat(await card.toArray())).metadata();
      assert.deepEqual([width, height, format], [333, 250, 'webp']);
      for (const address of Object.values(sizes)) {
        assert.ok((await open(media, address))?.destroy());
      }
      await media.remove(key);
      for (const address of Object.values(sizes)) assert.ok(!(await open(media, address)));
    });

    test('MEDIA-3, MEDIA-2 a document is returned byte for byte, with a complete signature only', async () => {
      const key = await media.putDocument(Buffer.from('%PDF-1.7 åäö'));
      const address = media.documentUrl(key, 'Besiktning åäö.pdf');
      const file = await open(media, address);
      assert.ok(file);
      assert.equal(await text(file), '%PDF-1.7 åäö');
      assert.ok(!(await open(media, `${address}A`)));
    });

    test('MEDIA-3 a file that is not a picture is not stored', async () => {
      assert.deepEqual(await media.putImage(Buffer.from('no picture'), 1), { fault: 'format' });
    });
  });
}

test('MEDIA-4 a bucket that refuses the signature is an error and stores nothing', async (t) => {
  const { s3, stop } = await startBucket();
  t.after(stop);
  const stranger = await openStore({ dataDir: '', s3: { ...s3, secretAccessKey: 'wrong' } });
  await assert.rejects(stranger.put('a/b', Buffer.from('text')), { status: 503 });
  const owner = await openStore({ dataDir: '', s3 });
  assert.deepEqual(await Array.fromAsync(owner.list()), []);
});

test('MEDIA-3 files written by root belong to the owner of DATA_DIR, so that nodes can write beside them', {
  skip: process.getuid?.() !== 0 && 'only root writes for others',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-store-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [uid, gid] = [65_534, 65_534];
  await chown(folder, uid, gid);
  const store = await openStore({ dataDir: folder, s3: null });
  await store.put('a/b/picture.webp', Buffer.from('picture'));
  for (const place of ['media', 'media/a', 'media/a/b', 'media/a/b/picture.webp']) {
    const found = await stat(join(folder, place));
    assert.deepEqual([found.uid, found.gid], [uid, gid], place);
  }
});
