import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves focus to `home` if `isGone` becomes true and the element with focus was removed. Returns the handlers of that
 * part of the page. React fires no blur event for removed elements, so the last focus is tracked.
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
