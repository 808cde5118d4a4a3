import { createContext, use, useSyncExternalStore } from 'react';

/** The window width the server renders a first view for, in CSS pixels. */
export const ViewWidth = createContext(0);

const EM = 16;

/** Evaluates a query on the server. The app's queries only test min-width. */
function isWithin(query: string, width: number): boolean {
  const minimum = /min-width: ([\d.]+)em/.exec(query)?.[1];
  return minimum !== undefined && width >= Number(minimum) * EM;
}

/** Returns whether a media query matches. For differences in content, not only in layout. */
export function useMedia(query: string): boolean {
  const width = use(ViewWidth);
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => isWithin(query, width),
  );
}
