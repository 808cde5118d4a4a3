import type { Auction } from '@restvarde/contract/auctions/auction';
import { IMAGE_VIEWS, type ImageView } from '@restvarde/contract/auctions/image-views';
import type { ImageSizes } from '@restvarde/contract/media';

/** A picture of an auction. */
export interface Picture {
  id: number;
  sizes: ImageSizes;
  view: ImageView | null;
  /** «Bild 3 av 14, Volvo V60», with what it shows if that is known: «…, Motorrum». */
  alt: string;
}

/** The pictures of an auction in order, the main one first. */
export function picturesOf(auction: Auction): Picture[] {
  const main =
    auction.image_id === null || auction.sizes === null
      ? []
      : [{ id: auction.image_id, sizes: auction.sizes, view: auction.image_view }];
  const all = [...main, ...auction.additional_images];
  const name = `${auction.manufacturer} ${auction.model}`.trim();
  return all.map(({ id, sizes, view }, index) => ({
    id,
    sizes,
    view,
    alt: `Bild ${index + 1} av ${all.length}, ${name}${view ? `, ${IMAGE_VIEWS[view]}` : ''}`,
  }));
}

/** «Saknas: Chassi.nr, Nycklar.»: the views without a picture (DMG-6). Empty if all twelve have one. */
export function missingViews(views: readonly (string | null | undefined)[]): string {
  const missing = Object.entries(IMAGE_VIEWS).flatMap(([view, label]) =>
    views.includes(view) ? [] : label,
  );
  return missing.length === 0 ? '' : `Saknas: ${missing.join(', ')}.`;
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
