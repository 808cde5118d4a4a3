import { useEffect, useState } from 'react';

/** How far down the menu stays, in pixels (SHELL-4). */
const LIMIT = 50;

/** Is the header out of the way? Down past 50 px hides it, any way up shows it. */
export function useHideOnScroll(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    // Where it begins the first scroll tells: to ask now would have the browser lay out the page at once.
    let last: number | null = null;
    const follow = () => {
      const y = Math.max(0, window.scrollY);
      if (last !== null && y !== last) setHidden(y > LIMIT && y > last);
      last = y;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isHidden;
}
