import type { Auction } from '@restvarde/contract/auctions/auction';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { picturesOf } from '../../../features/auctions/pictures.ts';
import { useKeptPicture } from '../../../features/auctions/use-kept-picture.ts';
import styles from './settle.module.css';

/** The pictures of a car: one large, and a thumbnail button for each if there are several. */
export function SettlePictures({ auction }: { auction: Auction }) {
  const pictures = picturesOf(auction);
  const [index, setIndex] = useState(0);
  const shown = pictures[index];
  if (shown === undefined) {
    return (
      <p className={styles.noPicture}>
        <ImageOff size={32} strokeWidth={1.5} />
        <span>Ingen bild</span>
      </p>
    );
  }
  return (
    <div className={styles.pictures}>
      <Large key={shown.id} picture={shown} />
      {pictures.length > 1 && (
        <ul className={styles.thumbs} aria-label="Bilder">
          {pictures.map(({ id, sizes }, at) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Visa bild ${at + 1} av ${pictures.length}`}
                aria-current={at === index || undefined}
                onClick={() => setIndex(at)}
              >
                <img src={sizes.thumb} alt="" loading="lazy" decoding="async" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Large({ picture }: { picture: ReturnType<typeof picturesOf>[number] }) {
  const { shown, isBroken, onError } = useKeptPicture(picture.sizes);
  if (isBroken) return <p className={styles.noPicture}>Bilden kunde inte visas</p>;
  return (
    <img
      className={styles.large}
      src={shown.detail}
      srcSet={`${shown.detail} 680w, ${shown.detail_2x} 1360w`}
      sizes="(min-width: 64em) 58vw, 100vw"
      width={680}
      height={442}
      alt={picture.alt}
      fetchPriority="high"
      decoding="async"
      onError={onError}
    />
  );
}
