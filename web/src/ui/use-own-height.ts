import { type RefObject, useEffect } from 'react';

/** Sets `--own-height` to an element's height in pixels. */
export function useOwnHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const observer = new ResizeObserver(() => {
      measured.style.setProperty('--own-height', `${measured.offsetHeight}px`);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
}
