import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useBackCloses } from '../../../base/frame/use-back-closes.ts';
import type { Picture } from '../../../features/auctions/pictures.ts';
import styles from './auction-lightbox.module.css';
import { PictureImage } from './picture-image.tsx';
import { useStrip } from './use-strip.ts';
import { useZoom } from './use-zoom.ts';

export interface AuctionLightboxProps {
  pictures: readonly Picture[];
  /** The picture to begin with. */
  first: number;
  /** Tells which picture was in view last. */
  onClose: (last: number) => void;
}

/**
 * The pictures as large as the screen. Arrow keys, Home, End, swipe; pinch, wheel, two taps or clicks, or «z»
 * magnifies (AUC-2).
 */
export default function AuctionLightbox({ pictures, first, onClose }: AuctionLightboxProps) {
  const [last, setLast] = useState(first);
  useBackCloses(true, () => onClose(last));
  return (
    <ModalOverlay isOpen onOpenChange={() => onClose(last)} className={styles.overlay ?? ''}>
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label="Bilder i helskärm">
          <Pictures
            pictures={pictures}
            first={first}
            onShow={setLast}
            onClose={() => onClose(last)}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Pictures(props: {
  pictures: readonly Picture[];
  first: number;
  onShow: (index: number) => void;
  onClose: () => void;
}) {
  const { pictures, first, onShow, onClose } = props;
  const { strip, index, go, follow, onKeyDown, grip } = useStrip(pictures.length, first);
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

  useLayoutEffect(() => onShow(index), [index, onShow]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for its buttons.
    <div className={styles.stage} onKeyDown={press}>
      <div className={styles.head}>
        <p className={styles.counter} aria-live="polite">
          <span className="visually-hidden">Bild </span>
          {index + 1} / {pictures.length}
        </p>
        <AriaButton
          className={styles.tool ?? ''}
          aria-label={isZoomed ? 'Förminska' : 'Förstora'}
          onPress={() => toggle()}
        >
          {isZoomed ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
        </AriaButton>
        <AriaButton autoFocus className={styles.tool ?? ''} aria-label="Stäng" onPress={onClose}>
          <X aria-hidden="true" />
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
          // biome-ignore lint/a11y/useSemanticElements: a group of one picture, that scrolls when magnified.
          <div
            key={picture.id}
            role="group"
            aria-label={`Bild ${place + 1}`}
            className={`${styles.slide} ${isZoomed && place === index ? styles.zoomed : ''}`}
            inert={place !== index}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
            tabIndex={0}
            style={place === index ? ({ '--zoom': zoom } as CSSProperties) : undefined}
            {...(place === index ? handlers : {})}
          >
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
            <ChevronLeft aria-hidden="true" size={28} />
          </AriaButton>
          <AriaButton
            className={`${styles.tool} ${styles.on}`}
            aria-label="Nästa bild"
            isDisabled={index === pictures.length - 1}
            onPress={() => show(index + 1)}
          >
            <ChevronRight aria-hidden="true" size={28} />
          </AriaButton>
        </>
      )}
    </div>
  );
}
