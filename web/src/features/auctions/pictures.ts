import type { Auction } from '@restvarde/contract/auctions/auction';
import type { ImageSizes } from '@restvarde/contract/media';

/** A picture of an auction. */
export interface Picture {
  id: number;
  sizes: ImageSizes;
  /** «Bild 3 av 14, Volvo V60». */
  alt: string;
}

/** The pictures of an auction in order, the main one first. */
export function picturesOf(auction: Auction): Picture[] {
  const main =
    auction.image_id === null || auction.sizes === null
      ? []
      : [{ id: auction.image_id, sizes: auction.sizes }];
  const all = [...main, ...auction.additional_images];
  const name = `${auction.manufacturer} ${auction.model}`.trim();
  return all.map(({ id, sizes }, index) => ({
    id,
    sizes,
    alt: `Bild ${index + 1} av ${all.length}, ${name}`,
  }));
}

/** The number of thumbnails in a row. With more pictures the last one shows how many remain. */
const MAX_THUMBS = 6;

/** The pictures with a thumbnail, and the number that the last one stands for («+9»), or 0 if all fit (AUC-2). */
export function thumbsOf(pictures: readonly Picture[]): {
  shown: readonly Picture[];
  more: number;
} {
  if (pictures.length <= MAX_THUMBS) return { shown: pictures, more: 0 };
  return { shown: pictures.slice(0, MAX_THUMBS - 1), more: pictures.length - (MAX_THUMBS - 1) };
}
