import type { ImageSizes } from '@restvarde/contract/media';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { Picture } from '../../../features/auctions/pictures.ts';
import { useKeptPicture } from '../../../features/auctions/use-kept-picture.ts';
import styles from './auction-gallery.module.css';

const WIDTHS = {
  detail: { width: 680, height: 442 },
  thumb: { width: 104, height: 78 },
  large: { width: 2048, height: 1536 },
} as const;

export interface PictureImageProps {
  picture: Picture;
  size: keyof typeof WIDTHS;
  /** The picture is in view and loads eagerly. */
  isFirst?: boolean;
  /** The picture is next to the one in view. Others do not load. */
  isNear?: boolean;
  /** Another element names the picture, such as the thumbnail's button. */
  isSilent?: boolean;
}

/** One picture in one size. */
export function PictureImage(props: PictureImageProps) {
  const { picture, size, isFirst = false, isNear = isFirst, isSilent = false } = props;
  const { shown, isBroken, onError } = useKeptPicture(picture.sizes);
  const [isLoading, setLoading] = useState(isNear);
  if (isNear && !isLoading) setLoading(true);
  if (!isLoading) return <span className="visually-hidden">{picture.alt}</span>;
  if (isBroken) {
    return (
      <span className={styles.broken}>
        <ImageOff size={size === 'thumb' ? 20 : 32} strokeWidth={1.5} />
        {size !== 'thumb' && <span>Bilden kunde inte visas</span>}
        {!isSilent && <span className="visually-hidden">{`. ${picture.alt}`}</span>}
      </span>
    );
  }
  return (
    <img
      src={shown[size]}
      {...srcSetOf(shown, size)}
      {...WIDTHS[size]}
      alt={isSilent ? '' : picture.alt}
      fetchPriority={isFirst ? 'high' : 'auto'}
      loading={size === 'thumb' ? 'lazy' : 'eager'}
      decoding="async"
      draggable={false}
      onError={onError}
    />
  );
}

/** The `srcset` by displayed width: a phone with 2.5 device pixels per CSS pixel may use the smaller one. */
function srcSetOf(sizes: ImageSizes, size: keyof typeof WIDTHS) {
  if (size === 'large') return {};
  const { width } = WIDTHS[size];
  return {
    srcSet: `${sizes[size]} ${width}w, ${sizes[`${size}_2x`]} ${2 * width}w`,
    sizes: size === 'detail' ? `(min-width: 768px) ${width}px, calc(100vw - 2rem)` : `${width}px`,
  };
}
