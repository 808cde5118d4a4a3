import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';
import styles from './pdf-viewer.module.css';

/** The widths of a page relative to the viewer. */
const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const;

const FAULT = {
  PasswordException:
    'Dokumentet är låst med lösenord. Spara det och öppna det i ett annat program.',
  InvalidPDFException:
    'Dokumentet är skadat och kan inte visas här. Spara det och försök med ett annat program.',
};
const NOT_SHOWN = 'Dokumentet kunde inte visas. Ladda om sidan och försök igen.';

const faultOf = (error: unknown): string =>
  (error instanceof Error && FAULT[error.name as keyof typeof FAULT]) || NOT_SHOWN;

export interface PdfViewerProps {
  address: string;
  name: string;
}

/** A PDF, page by page as pictures with the text over them, for screen readers and copying (AUC-3). */
export default function PdfViewer({ address, name }: PdfViewerProps) {
  const [opened, setOpened] = useState<OpenPdf | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [zoom, setZoom] = useState(0);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    let isUnmounted = false;
    let close = () => {};
    openPdf(address).then(
      (made) => {
        close = made.close;
        if (isUnmounted) close();
        else setOpened(made);
      },
      (error: unknown) => isUnmounted || setFault(faultOf(error)),
    );
    return () => {
      isUnmounted = true;
      close();
    };
  }, [address]);

  /** Observes the width of the viewer. */
  function measure(viewer: HTMLElement) {
    const observer = new ResizeObserver(() => setWidth(viewer.clientWidth));
    observer.observe(viewer);
    return () => observer.disconnect();
  }

  if (fault !== null) {
    return <Failure message={fault} />;
  }
  if (opened === null) return <Skeleton height="60vh" />;
  const { numPages } = opened.pdf;
  const pages = Array.from({ length: numPages }, (_, index) => index + 1);
  const scale = ZOOMS[zoom]!;
  return (
    <div className={styles.viewer}>
      <div className={styles.tools}>
        <span className={styles.count}>{numPages === 1 ? '1 sida' : `${numPages} sidor`}</span>
        <Button
          variant="quiet"
          size="sm"
          isSquare
          aria-label="Förminska"
          icon={<ZoomOut aria-hidden="true" size={20} />}
          isDisabled={zoom === 0}
          onPress={() => setZoom(zoom - 1)}
        >
          {null}
        </Button>
        <output className={styles.zoom}>{`${scale * 100} %`}</output>
        <Button
          variant="quiet"
          size="sm"
          isSquare
          aria-label="Förstora"
          icon={<ZoomIn aria-hidden="true" size={20} />}
          isDisabled={zoom === ZOOMS.length - 1}
          onPress={() => setZoom(zoom + 1)}
        >
          {null}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          isSquare
          aria-label="Anpassa till bredden"
          icon={<Maximize2 aria-hidden="true" size={20} />}
          onPress={() => setZoom(0)}
        >
          {null}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable. */}
      <section ref={measure} className={styles.pages} aria-label={name} tabIndex={0}>
        {width > 0 &&
          pages.map((number) => (
            <PdfPage key={number} opened={opened} number={number} width={width * scale} />
          ))}
      </section>
    </div>
  );
}
