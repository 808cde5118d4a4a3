import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type OpenPdf, openPdf } from './open-pdf.ts';
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
      <div className="row">
        <span className={styles.count}>{numPages === 1 ? '1 sida' : `${numPages} sidor`}</span>
        <Button
          variant="quiet"
          size="sm"
          isSquare
          aria-label="Förminska"
          icon={<ZoomOut size={20} />}
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
          icon={<ZoomIn size={20} />}
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
          icon={<Maximize2 size={20} />}
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

/** Phones draw nothing on a larger canvas (pixels). */
const MAX_PIXELS = 16_000_000;
/** The assumed ratio, A4 portrait, until the page is loaded. */
const A4_RATIO = 297 / 210;
const NEAR = '100% 0px';

interface PdfPageProps {
  opened: OpenPdf;
  /** Starts at 1. */
  number: number;
  /** CSS pixels. */
  width: number;
}

/** A page of a PDF, drawn when it is near the viewport and when its width changes. */
function PdfPage({ opened, number, width }: PdfPageProps) {
  const { pdf, TextLayer } = opened;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [isNear, setNear] = useState(false);
  const [hasText, setHasText] = useState(true);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)!.isIntersecting),
      // The scroll container is the page's parent.
      { root: frame.current!.parentElement, rootMargin: NEAR },
    );
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear || page !== null) return;
    let isUnmounted = false;
    pdf.getPage(number).then(
      (read) => isUnmounted || setPage(read),
      // A page that cannot be read stays empty; the others are shown.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [pdf, number, isNear, page]);

  const shape = page?.getViewport({ scale: 1 });
  const scale = shape === undefined ? 0 : width / shape.width;

  useEffect(() => {
    if (page === null || !isNear) return;
    return draw(page, scale, canvas.current!);
  }, [page, isNear, scale]);

  useEffect(() => {
    if (page === null) return;
    const container = text.current!;
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale: 1 }),
    });
    layer.render().then(
      () => setHasText(layer.textContentItemsStr.some((string) => string.trim() !== '')),
      () => {},
    );
    return () => {
      layer.cancel();
      container.replaceChildren();
    };
  }, [page, TextLayer]);

  const height = width * (shape === undefined ? A4_RATIO : shape.height / shape.width);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form.
    <div
      role="group"
      ref={frame}
      className={styles.page}
      aria-label={`Sida ${number} av ${pdf.numPages}`}
      style={{ width, height, '--total-scale-factor': scale } as CSSProperties}
    >
      <div aria-hidden="true">
        <canvas ref={canvas} className={styles.canvas} />
      </div>
      <div ref={text} className={styles.text} />
      {!hasText && <p className="visually-hidden">Sidan är en bild utan text som kan läsas upp.</p>}
    </div>
  );
}

/** Draws a page at the screen's resolution. Returns a function that cancels it and frees the memory. */
function draw(page: PDFPageProxy, scale: number, canvas: HTMLCanvasElement): () => void {
  const { width, height } = page.getViewport({ scale });
  const density = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: scale * density });
  // Drawn off-screen, so that the page does not go blank while zooming.
  const drawn = document.createElement('canvas');
  drawn.width = Math.floor(viewport.width);
  drawn.height = Math.floor(viewport.height);
  const task = page.render({ canvas: drawn, viewport });
  task.promise.then(
    () => {
      canvas.width = drawn.width;
      canvas.height = drawn.height;
      canvas.getContext('2d')?.drawImage(drawn, 0, 0);
    },
    () => {},
  );
  return () => task.cancel();
}
