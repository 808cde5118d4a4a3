import type { Auction } from '@restvarde/contract/auctions';
import { formatBytes } from '../format/numbers.ts';
import type { FilePreview } from '../ui/file-preview.ts';
import { picturesOf } from './pictures.ts';

/** The pictures of an auction as its form lists them, by their ids. */
export function storedPictures(auction: Auction): FilePreview[] {
  return picturesOf(auction).map(({ id, sizes }, index) => ({
    id: String(id),
    name: `Bild ${index + 1}`,
    type: 'image',
    src: sizes.thumb_2x,
    status: 'has-valid',
    size: 'Sparad',
  }));
}

/** The documents of an auction as its form lists them, by their ids. */
export function storedDocuments({ files }: Pick<Auction, 'files'>): FilePreview[] {
  return files.map(({ id, name, size }) => ({
    id: String(id),
    name,
    type: 'doc',
    src: null,
    status: 'has-valid',
    size: formatBytes(size),
  }));
}
