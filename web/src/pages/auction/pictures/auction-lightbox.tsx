import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { Picture } from '../../../features/auctions/pictures.ts';
import styles from './auction-lightbox.module.css';
import { GalleryThumbs } from './gallery-thumbs.tsx';
import { PictureImage } from './picture-image.tsx';
import { useStrip } from './use-strip.ts';
import { useZoom } from './use-zoom.ts';

export interface AuctionLightboxProps {
  pictures: readonly Picture[];
  /** The index of the first picture. */
  first: number;
  /** Called when another picture is in view. */
  onShow: (index: number) => void;
  onClose: () => void;
}

/**
 * The pictures in full screen. Navigation by arrow keys, Home, End, swipe and thumbnails; zoom by pinch, wheel,
 * double tap, double click or «z» (AUC-2).
 */
export default function AuctionLightbox(props: AuctionLightboxProps) {
  return (
    <ModalOverlay isOpen onOpenChange={props.onClose} className={styles.overlay ?? ''}>
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label="Bilder i helskärm">
          <Pictures {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Pictures({ pictures, first: opened, onShow, onClose }: AuctionLightboxProps) {
  // The URL changes with each picture shown, a moment later.
  const [first] = useState(opened);
  const inAddress = useRef(first);
  const { strip, index, go, follow, onKeyDown, grip } = useStrip(pictures.length, { first });
  const { zoom, toggle, reset, handlers } = useZoom(strip, index);
  const isZoomed = zoom > 1;

  useLayoutEffect(() => {
    const row = strip.current;
    if (row !== null) row.scrollLeft = first * row.clientWidth;
  }, [strip, first]);

  function show(to: number) {
    reset();
    go(to);
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'z') toggle();
    else if (!isZoomed) onKeyDown(event);
  }

  const updateAddress = useEffectEvent((shown: number) => {
    if (shown === inAddress.current) return;
    inAddress.current = shown;
    onShow(shown);
  });
  useEffect(() => updateAddress(index), [index]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for its buttons.
    <div className={styles.stage} onKeyDown={press}>
      <div className={`row gap-2 ${styles.head}`}>
        <p className={styles.counter} aria-live="polite">
          <span className="visually-hidden">Bild </span>
          <span>{`${index + 1} / ${pictures.length}`}</span>
        </p>
        <AriaButton
          className={styles.tool ?? ''}
          aria-label={isZoomed ? 'Förminska' : 'Förstora'}
          onPress={() => toggle()}
        >
          {isZoomed ? <ZoomOut /> : <ZoomIn />}
        </AriaButton>
        <AriaButton autoFocus className={styles.tool ?? ''} aria-label="Stäng" onPress={onClose}>
          <X />
        </AriaButton>
      </div>
      <div
        ref={strip}
        className={`${styles.strip} ${isZoomed ? styles.still : ''}`}
        onScroll={follow}
        onPointerDown={grip}
        onWheel={grip}
      >
        {pictures.map((picture, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a group with one picture that scrolls when zoomed.
          <div
            key={picture.id}
            role="group"
            aria-label={`Bild ${place + 1}`}
            className={`${styles.slide} ${isZoomed && place === index ? styles.zoomed : ''}`}
            inert={place !== index}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable.
            tabIndex={0}
            style={place === index ? ({ '--zoom': zoom } as CSSProperties) : undefined}
            {...(place === index ? handlers : {})}
          >
            {/* The thumbnail is loaded already. */}
            {Math.abs(place - index) <= 1 && <img src={picture.sizes.thumb_2x} alt="" />}
            <PictureImage
              picture={picture}
              size="large"
              isFirst={place === first}
              isNear={Math.abs(place - index) <= 1}
            />
          </div>
        ))}
      </div>
      {pictures.length > 1 && (
        <>
          <AriaButton
            className={`${styles.tool} ${styles.back}`}
            aria-label="Föregående bild"
            isDisabled={index === 0}
            onPress={() => show(index - 1)}
          >
            <ChevronLeft size={28} />
          </AriaButton>
          <AriaButton
            className={`${styles.tool} ${styles.on}`}
            aria-label="Nästa bild"
            isDisabled={index === pictures.length - 1}
            onPress={() => show(index + 1)}
          >
            <ChevronRight size={28} />
          </AriaButton>
          <div className={styles.row}>
            <GalleryThumbs pictures={pictures} index={index} onChoose={show} />
          </div>
        </>
      )}
    </div>
  );
}
