import type { Auction } from '@restvarde/contract/auctions/auction';
import type { ImageSizes } from '@restvarde/contract/media';

/** A picture of an auction, the main one first. */
export interface Picture {
  id: number;
  sizes: ImageSizes;
  /** «Bild 3 av 14, Volvo V60» */
  alt: string;
}

/** The pictures of an auction in their order; none when it has none. */
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

/** So many thumbs stand in the row; of more pictures than these the last place says how many are left. */
const PLACES = 6;

/** Which pictures have a thumb, and how many the last place stands for («+9»); 0 when all fit (AUC-2). */
export function thumbsOf(pictures: readonly Picture[]): {
  shown: readonly Picture[];
  more: number;
} {
  if (pictures.length <= PLACES) return { shown: pictures, more: 0 };
  return { shown: pictures.slice(0, PLACES - 1), more: pictures.length - (PLACES - 1) };
}
