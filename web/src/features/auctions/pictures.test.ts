import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import type { ImageSizes } from '@restvarde/contract/media';
import { picturesOf, thumbsOf } from './pictures.ts';

const sizes = {} as ImageSizes;
const withImages = (count: number) =>
  ({
    manufacturer: 'Volvo',
    model: 'V60',
    image_id: count === 0 ? null : 1,
    sizes: count === 0 ? null : sizes,
    additional_images: Array.from({ length: Math.max(0, count - 1) }, (_, at) => ({
      id: at + 2,
      sizes,
    })),
  }) as Auction;

test('AUC-2 the main picture comes first, and each has its position and name', () => {
  const pictures = picturesOf(withImages(14));
  assert.equal(pictures.length, 14);
  assert.deepEqual(
    pictures.slice(0, 2).map(({ id, alt }) => [id, alt]),
    [
      [1, 'Bild 1 av 14, Volvo V60'],
      [2, 'Bild 2 av 14, Volvo V60'],
    ],
  );
  assert.deepEqual(picturesOf(withImages(0)), []);
});

test('AUC-2 a row of thumbnails that does not hold all shows how many remain', () => {
  assert.equal(thumbsOf(picturesOf(withImages(6))).more, 0);
  const { shown, more } = thumbsOf(picturesOf(withImages(14)));
  assert.equal(shown.length, 5);
  assert.equal(more, 9);
});
