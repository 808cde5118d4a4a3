import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countText } from '../../features/auctions/count-words.ts';
import { announce } from '../../ui/announce.ts';

/** Announces the result of a new filter or order. */
export function useAnnounceResult(
  filter: string,
  count: number,
  hasMore: boolean,
  isStale: boolean,
) {
  const announced = useRef(filter);
  useEffect(() => {
    if (isStale || announced.current === filter) return;
    announced.current = filter;
    announce(count === 0 ? 'Inga auktioner' : countText(count, hasMore), 'list-count');
  }, [filter, count, hasMore, isStale]);
}

/** Announces how many cards «Visa fler» added, and moves focus when the button is removed (LIST-4). */
export function useAnnounceMore(
  list: { readonly current: HTMLElement | null },
  count: number,
  hasMore: boolean,
  isStale: boolean,
): () => void {
  const shown = useRef(count);
  const isRequested = useRef(false);
  useEffect(() => {
    if (isStale) return;
    const before = shown.current;
    shown.current = count;
    // The pages of the URL load without a press.
    if (!isRequested.current || count <= before || list.current === null) return;
    isRequested.current = false;
    announce(
      count - before === 1 ? 'En ny auktion visas' : `${count - before} nya auktioner visas`,
      'list-count',
    );
    if (!hasMore && isFocusLost()) linksOf(list.current)[before]?.focus();
  }, [list, count, hasMore, isStale]);
  return () => {
    isRequested.current = true;
  };
}

/** Returns a function that moves focus to the first visible card when the focused control disappears. */
export function useFocusKept(list: { readonly current: HTMLElement | null }): () => void {
  const [turn, setTurn] = useState(0);
  useLayoutEffect(() => {
    if (turn === 0 || list.current === null || !isFocusLost()) return;
    const links = linksOf(list.current);
    const first = links.find((link) => link.getBoundingClientRect().top > 0) ?? links[0];
    first?.focus({ preventScroll: true });
  }, [turn, list]);
  return () => setTurn((before) => before + 1);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function linksOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':is(article :is(h2, h3), tbody th) a')];
}
