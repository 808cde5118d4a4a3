import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { OpenPdf } from './open-pdf.ts';
import styles from './pdf-viewer.module.css';

/** Phones draw nothing on a larger canvas (pixels). */
const MAX_PIXELS = 16_000_000;
/** The assumed ratio, A4 portrait, until the page is loaded. */
const A4_RATIO = 297 / 210;
const NEAR = '100% 0px';

export interface PdfPageProps {
  opened: OpenPdf;
  /** Starts at 1. */
  number: number;
  /** CSS pixels. */
  width: number;
}

/** A page of a PDF, drawn when it is near the viewport and when its width changes. */
export function PdfPage({ opened, number, width }: PdfPageProps) {
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
