import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Expand, ImageOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { Picture } from '../../../features/auctions/pictures.ts';
import { announce } from '../../../ui/announce.ts';
import styles from './auction-gallery.module.css';
import { GalleryThumbs } from './gallery-thumbs.tsx';
import { PictureImage } from './picture-image.tsx';
import { useStrip } from './use-strip.ts';

const loadLightbox = () => import('./auction-lightbox.tsx');
const AuctionLightbox = lazy(loadLightbox);

/** The pictures of an auction: a large one, thumbnails, and a full-screen view (AUC-2). */
export function AuctionGallery({ pictures }: { pictures: readonly Picture[] }) {
  const { strip, index, go, follow, onKeyDown, grip } = useStrip(pictures.length, {
    onGo: (place) => announce(`Bild ${place + 1} av ${pictures.length}`, 'picture'),
  });
  const { opened, open, show, close } = usePictureInFull(pictures.length);
  const last = useRef<number | null>(null);

  const followAddress = useEffectEvent((shown: number | null) => {
    const place = last.current;
    last.current = shown;
    if (place === null || shown !== null) return;
    go(place, false);
    // The dialog returns focus to the picture that opened it, but another may be visible by now.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => focusSlide(place));
    });
  });
  useEffect(() => followAddress(opened), [opened]);

  function focusSlide(place: number) {
    const slide = strip.current?.children[place];
    if (slide instanceof HTMLElement) slide.focus({ preventScroll: true });
  }

  if (pictures.length === 0) {
    return (
      <div className={`surface stack ${styles.gallery}`}>
        <p className={`${styles.broken} ${styles.empty}`}>
          <ImageOff size={32} strokeWidth={1.5} />
          Auktionen har inga bilder
        </p>
      </div>
    );
  }
  return (
    <section
      className={`surface stack ${styles.gallery}`}
      aria-label="Bilder"
      onKeyDown={onKeyDown}
    >
      <div className={styles.frame}>
        <div
          ref={strip}
          className={styles.strip}
          onScroll={follow}
          onPointerDown={grip}
          onWheel={grip}
        >
          {pictures.map((picture, place) => (
            <button
              key={picture.id}
              type="button"
              className={styles.slide}
              tabIndex={place === index ? 0 : -1}
              onClick={() => open(place)}
              onPointerEnter={loadLightbox}
              onFocus={loadLightbox}
            >
              <PictureImage
                picture={picture}
                size="detail"
                isFirst={place === 0}
                isNear={Math.abs(place - index) <= 1}
              />
              <span className="visually-hidden">. Visa i helskärm</span>
            </button>
          ))}
        </div>
        <span className={styles.counter}>
          <Expand size={16} />
          <span>{`${index + 1} / ${pictures.length}`}</span>
        </span>
        {pictures.length > 1 && (
          <>
            <button
              type="button"
              className={`${styles.arrow} ${styles.back}`}
              onClick={() => go(index - 1)}
              aria-disabled={index === 0}
            >
              <ChevronLeft size={24} />
              <span className="visually-hidden">Föregående bild</span>
            </button>
            <button
              type="button"
              className={`${styles.arrow} ${styles.on}`}
              onClick={() => go(index + 1)}
              aria-disabled={index === pictures.length - 1}
            >
              <ChevronRight size={24} />
              <span className="visually-hidden">Nästa bild</span>
            </button>
          </>
        )}
      </div>
      {pictures.length > 1 && (
        <GalleryThumbs
          pictures={pictures}
          index={index}
          onChoose={(place) => go(place)}
          onMore={open}
        />
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <AuctionLightbox pictures={pictures} first={opened} onShow={show} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

/**
 * The index of the full-screen picture from the URL (`?bild=3` is 2), or null. A link opens it, «back» closes it, and
 * the page below stays mounted (AUC-2).
 */
function usePictureInFull(count: number) {
  const { bild } = useSearch({ strict: false }) as { bild?: unknown };
  const is_over = useLocation({ select: ({ state }) => state.is_over });
  const navigate = useNavigate();
  const { history } = useRouter();
  const place = typeof bild === 'string' && /^[1-9]\d?$/.test(bild) ? Number(bild) : 0;

  // Going back is asynchronous, and going back twice would leave the page.
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation is complete when the URL has changed.
  useEffect(() => {
    isClosing.current = false;
  }, [place]);

  function go(picture: string | undefined, replace: boolean, isOver: boolean) {
    const state = { is_over: isOver || undefined };
    void navigate({
      to: '.',
      search: (before): object => ({ ...before, bild: picture }),
      replace,
      resetScroll: false,
      state: (before) => ({ ...before, ...state }),
    });
  }

  return {
    opened: place >= 1 && place <= count ? place - 1 : null,
    open: (index: number) => go(String(index + 1), false, true),
    /** Shows another picture, in the same history entry. */
    show: (index: number) => go(String(index + 1), true, is_over === true),
    close() {
      if (isClosing.current) return;
      isClosing.current = true;
      if (is_over) history.back();
      else go(undefined, true, false);
    },
  };
}
