import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * The index of the full-screen picture from the URL (`?bild=3` is 2), or null. A link opens it, «back» closes it, and
 * the page below stays mounted (AUC-2).
 */
export function usePictureInFull(count: number) {
  const { bild } = useSearch({ strict: false }) as { bild?: unknown };
  const is_over = useLocation({ select: ({ state }) => state.is_over });
  const navigate = useNavigate();
  const { history } = useRouter();
  const place = typeof bild === 'string' && /^[1-9]\d?$/.test(bild) ? Number(bild) : 0;

  // Going back is asynchronous, and going back twice would leave the page.
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation is complete when the URL has changed.
  useEffect(() => {
    isClosing.current = false;
  }, [place]);

  function go(picture: string | undefined, replace: boolean, isOver: boolean) {
    const state = { is_over: isOver || undefined };
    void navigate({
      to: '.',
      search: (before): object => ({ ...before, bild: picture }),
      replace,
      resetScroll: false,
      state: (before) => ({ ...before, ...state }),
    });
  }

  return {
    opened: place >= 1 && place <= count ? place - 1 : null,
    open: (index: number) => go(String(index + 1), false, true),
    /** Shows another picture, in the same history entry. */
    show: (index: number) => go(String(index + 1), true, is_over === true),
    close() {
      if (isClosing.current) return;
      isClosing.current = true;
      if (is_over) history.back();
      else go(undefined, true, false);
    },
  };
}
