import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Goes back to where this address was left, as soon as what was there has come again (LIST-9). The router
 * does so by itself where the page is at hand at once; after a reload its list has to be fetched first. Tells whether
 * there is a place to go back to.
 */
export function useReturnToPlace(isComplete: boolean): boolean {
  const entry = useElementScrollRestoration({ getElement: () => window });
  const [place] = useState(() => ({ y: entry?.scrollY ?? 0, wasComplete: isComplete }));
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (!isComplete || isDone.current) return;
    isDone.current = true;
    // The router went as far down as the page then was.
    if (!place.wasComplete && window.scrollY < place.y) window.scrollTo(0, place.y);
  }, [isComplete, place]);
  return place.y > 0;
}
