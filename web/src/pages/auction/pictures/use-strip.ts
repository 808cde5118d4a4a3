import { type KeyboardEvent, useRef, useState } from 'react';

/**
 * A scroll-snapping row of pictures with one in view, moved by swipe, buttons and keys. The scroll position
 * determines the picture in view. `onGo` is called after a move by button or key.
 */
export function useStrip(
  count: number,
  { first = 0, onGo }: { first?: number; onGo?: (index: number) => void } = {},
) {
  const strip = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(first);
  // The target of a move by key or button: pictures that it scrolls past are not reported.
  const goal = useRef<number | null>(null);

  function go(to: number, isSmooth = true) {
    const row = strip.current;
    const target = Math.min(Math.max(to, 0), count - 1);
    if (row === null) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isFar = Math.abs(target - index) > 3;
    const behavior = isSmooth && !isCalm && !isFar ? 'smooth' : 'instant';
    goal.current = target;
    row.scrollTo({ left: target * row.clientWidth, behavior });
    setIndex(target);
    if (isSmooth) onGo?.(target);
  }

  function follow() {
    const row = strip.current;
    if (row === null || row.clientWidth === 0) return;
    const place = row.scrollLeft / row.clientWidth;
    // Between two pictures.
    if (Math.abs(place - Math.round(place)) >= 0.1) return;
    if (goal.current !== null && goal.current !== Math.round(place)) return;
    goal.current = null;
    setIndex(Math.round(place));
  }

  /** The user scrolls by hand, which cancels the target. */
  function grip() {
    goal.current = null;
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = targetOf(event.key, index, count);
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  }

  return { strip, index, go, follow, onKeyDown, grip };
}

/** The index that a key leads to: arrows by one, Home and End to the ends. Null for other keys. */
function targetOf(key: string, index: number, count: number): number | null {
  if (key === 'ArrowLeft') return index - 1;
  if (key === 'ArrowRight') return index + 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
