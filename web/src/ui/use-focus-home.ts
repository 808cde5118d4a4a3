import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves focus to `home` when `isGone` becomes true and what had focus within a part of the page is no longer there.
 * Returns the handlers of that part. (React reports no blur for what it removes, so that the last focus is known.)
 */
export function useFocusHome(home: RefObject<HTMLElement | null>, isGone: boolean) {
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isGone && hasFocus.current && isLost) home.current?.focus({ preventScroll: true });
  }, [home, isGone]);
  return {
    onFocus() {
      hasFocus.current = true;
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      hasFocus.current = currentTarget.contains(relatedTarget);
    },
  };
}
