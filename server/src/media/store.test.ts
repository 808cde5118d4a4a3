import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import S3rver from 's3rver';
import sharp from 'sharp';
import { makePicture } from '../../test/forms.ts';
import type { Bucket } from '../config.ts';
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

async function startBucket(directory: string): Promise<{ s3: Bucket; stop(): Promise<unknown> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'restvarde', configs: [] }],
  });
  const { port } = (await server.run()) as unknown as AddressInfo;
  const s3 = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-north-1',
    bucket: 'restvarde',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  const { httpServer } = server as unknown as { httpServer: import('node:http').Server };
  return {
    s3,
    stop() {
      // The client keeps its connections, and the server would wait for them.
      const closed = server.close();
      httpServer.closeAllConnections();
      return closed as unknown as Promise<unknown>;
    },
  };
}

for (const kind of ['folder', 'bucket'] as const) {
  describe(`the store as a ${kind}`, () => {
    let folder: string;
    let bucket: Awaited<ReturnType<typeof startBucket>> | undefined;
    let media: Media;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'restvarde-store-'));
      if (kind === 'bucket') bucket = await startBucket(folder);
      const store = await openStore({ dataDir: folder, s3: bucket?.s3 ?? null });
      media = openMedia(store, SECRET, tmpdir());
    });
    after(async () => {
      await bucket?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test('MEDIA-3, MEDIA-1 a picture is kept in every size, and gone when it is removed', async () => {
      const key = await media.putImage(await makePicture(), 1);
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

    test('MEDIA-3, MEDIA-2 a document comes back byte for byte, by its whole signature only', async () => {
      const key = await media.putDocument(Buffer.from('%PDF-1.7 åäö'));
      const address = media.documentUrl(key, 'Besiktning åäö.pdf');
      const file = await open(media, address);
      assert.ok(file);
      assert.equal(await text(file), '%PDF-1.7 åäö');
      assert.ok(!(await open(media, `${address}A`)));
    });

    test('MEDIA-3 what is no picture is not kept', async () => {
      assert.equal(await media.putImage(Buffer.from('no picture'), 1), null);
    });
  });
}
