import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { clampZoom, NEAR_ZOOM, scrollFor, zoomByWheel } from './zoom.ts';

/** Two taps within this time and distance are a double tap. */
const TAP_MS = 300;
const TAP_PX = 30;

interface Point {
  x: number;
  y: number;
}

/**
 * Zooms the picture in view by wheel, pinch, double press and button; a zoomed picture can be dragged. The slide
 * itself scrolls, so touch scrolling works as usual.
 */
export function useZoom(strip: RefObject<HTMLDivElement | null>, index: number) {
  const [zoom, setZoom] = useState(1);
  const pinch = useRef<{ distance: number; zoom: number } | null>(null);
  const tap = useRef<(Point & { at: number }) | null>(null);
  const grip = useRef<Point | null>(null);

  const slide = () => {
    const shown = strip.current?.children[index];
    return shown instanceof HTMLElement ? shown : null;
  };

  /** `about` is a point in the window that stays fixed; it defaults to the centre. */
  function zoomTo(target: number, about?: Point) {
    const shown = slide();
    const next = clampZoom(target);
    if (shown === null || next === zoom) return;
    const box = shown.getBoundingClientRect();
    const x = about === undefined ? box.width / 2 : about.x - box.x;
    const y = about === undefined ? box.height / 2 : about.y - box.y;
    const { scrollLeft, scrollTop } = shown;
    flushSync(() => setZoom(next));
    shown.scrollTo({
      left: scrollFor(scrollLeft, x, zoom, next),
      top: scrollFor(scrollTop, y, zoom, next),
    });
  }

  function toggle(about?: Point) {
    zoomTo(zoom > 1 ? 1 : NEAR_ZOOM, about);
    // Arrow keys now scroll within the picture.
    slide()?.focus({ preventScroll: true });
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    zoomTo(zoomByWheel(zoom, event), { x: event.clientX, y: event.clientY });
  });
  const onTouch = useEffectEvent((event: TouchEvent) => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined) {
      pinch.current = null;
      return;
    }
    event.preventDefault();
    tap.current = null;
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    pinch.current ??= { distance, zoom };
    zoomTo((pinch.current.zoom * distance) / pinch.current.distance, {
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
    });
  });
  useEffect(() => {
    const row = strip.current;
    if (row === null) return;
    const controller = new AbortController();
    // React's wheel listeners are passive and could not prevent scrolling.
    const options = { passive: false, signal: controller.signal };
    row.addEventListener('wheel', onWheel, options);
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const) {
      row.addEventListener(name, onTouch, options);
    }
    return () => controller.abort();
  }, [strip]);

  /** For the slide: a mouse drags a zoomed picture, a double tap or click zooms at its point. */
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse' || zoom === 1 || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (grip.current === null) return;
      event.currentTarget.scrollBy(grip.current.x - event.clientX, grip.current.y - event.clientY);
      grip.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      grip.current = null;
      const point = { x: event.clientX, y: event.clientY };
      const last = tap.current;
      const isDouble =
        last !== null &&
        event.timeStamp - last.at < TAP_MS &&
        Math.hypot(point.x - last.x, point.y - last.y) < TAP_PX;
      tap.current = isDouble ? null : { ...point, at: event.timeStamp };
      if (isDouble) toggle(point);
    },
    onPointerCancel() {
      grip.current = null;
      tap.current = null;
    },
  };

  return { zoom, toggle, reset: () => setZoom(1), handlers };
}
