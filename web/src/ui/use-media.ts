import { createContext, use, useSyncExternalStore } from 'react';

/** How wide the window is that the server renders a first view for, in CSS pixels. */
export const ViewWidth = createContext(0);

const EM = 16;

/** The least width that a query asks for is all that the app's queries say. */
function isWithin(query: string, width: number): boolean {
  const least = /min-width: ([\d.]+)em/.exec(query)?.[1];
  return least !== undefined && width >= Number(least) * EM;
}

/** Does a media query hold? For what is built otherwise, not only laid out otherwise. */
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
