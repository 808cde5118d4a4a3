import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Restores the scroll position of this URL when its content is loaded again (LIST-9). The router does so if the page
 * renders at once; after a reload the list must be fetched first. Returns whether there is a position to restore.
 */
export function useReturnToPlace(isComplete: boolean): boolean {
  const entry = useElementScrollRestoration({ getElement: () => window });
  const [place] = useState(() => ({ y: entry?.scrollY ?? 0, wasComplete: isComplete }));
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (!isComplete || isDone.current) return;
    isDone.current = true;
    // The router scrolled as far as the page allowed at that time.
    if (!place.wasComplete && window.scrollY < place.y) window.scrollTo(0, place.y);
  }, [isComplete, place]);
  return place.y > 0;
}
