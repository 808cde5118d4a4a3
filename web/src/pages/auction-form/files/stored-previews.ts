import type { Auction } from '@restvarde/contract/auctions/auction';
import { allowedIn, type Changeable } from '@restvarde/contract/auctions/auction-locks';
import { picturesOf } from '../../../features/auctions/pictures.ts';
import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { formatBytes } from '../../../ui/format/numbers.ts';

/** The pictures of an auction as form previews, with their ids. */
export function storedPictures(auction: Auction): FilePreview[] {
  return picturesOf(auction).map(({ id, sizes, view }, index) => ({
    id: String(id),
    name: `Bild ${index + 1}`,
    type: 'image',
    src: sizes.thumb_2x,
    large: sizes.large,
    status: 'has-valid',
    size: 'Sparad',
    subject: view ?? '',
    is_kept: isKept(auction, 'images'),
  }));
}

/** The documents of an auction as form previews, with their ids. */
export function storedDocuments(auction: Pick<Auction, 'files' | 'sale_phase'>): FilePreview[] {
  return auction.files.map(({ id, name, size, kind }) => ({
    id: String(id),
    name,
    type: 'doc',
    src: null,
    status: 'has-valid',
    size: formatBytes(size),
    subject: kind,
    is_kept: isKept(auction, 'remove_file'),
  }));
}

/** Returns whether files of this kind can no longer be removed (AUC-15). */
function isKept({ sale_phase }: Pick<Auction, 'sale_phase'>, what: Changeable): boolean {
  return sale_phase !== null && allowedIn(sale_phase, what) === 'locked';
}
