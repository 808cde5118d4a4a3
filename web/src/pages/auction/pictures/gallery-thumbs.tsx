import { useEffect, useRef } from 'react';
import { type Picture, thumbsOf } from '../../../features/auctions/pictures.ts';
import styles from './auction-gallery.module.css';
import { PictureImage } from './picture-image.tsx';

export interface GalleryThumbsProps {
  pictures: readonly Picture[];
  index: number;
  onChoose: (index: number) => void;
  /**
   * Opens the full-screen view, from the last thumbnail of a row that does not hold all. Undefined if the row holds
   * all.
   */
  onMore?: (index: number) => void;
}

/** The row of thumbnails, 78 px high (AUC-2). */
export function GalleryThumbs({ pictures, index, onChoose, onMore }: GalleryThumbsProps) {
  const row = useRef<HTMLUListElement>(null);
  const { shown, more } = onMore ? thumbsOf(pictures) : { shown: pictures, more: 0 };
  const place = Math.min(index, shown.length - (more > 0 ? 0 : 1));
  const next = pictures[shown.length];

  useEffect(() => {
    const list = row.current;
    const thumb = list?.children[place];
    if (!(list && thumb instanceof HTMLElement)) return;
    // `scrollIntoView` would scroll the page too.
    const middle = thumb.offsetLeft - (list.clientWidth - thumb.clientWidth) / 2;
    list.scrollTo({ left: middle });
  }, [place]);

  return (
    <ul ref={row} className={styles.thumbs}>
      {shown.map((picture, at) => (
        <li key={picture.id}>
          <button
            type="button"
            className={styles.thumb}
            aria-current={at === index}
            aria-label={picture.alt}
            onClick={() => onChoose(at)}
          >
            <PictureImage picture={picture} size="thumb" isNear isSilent />
          </button>
        </li>
      ))}
      {next !== undefined && (
        <li>
          <button
            type="button"
            className={styles.thumb}
            aria-current={index >= shown.length}
            onClick={() => onMore?.(Math.max(index, shown.length))}
          >
            <PictureImage picture={next} size="thumb" isNear isSilent />
            <span className={styles.more}>
              <span>{`+${more}`}</span>
              <span className="visually-hidden">{`, visa alla ${pictures.length} bilder`}</span>
            </span>
          </button>
        </li>
      )}
    </ul>
  );
}
