import { useEffect, useState } from 'react';

/** How far down the menu stays, in pixels (SHELL-4). */
const LIMIT = 50;

/** Is the header out of the way? Down past 50 px hides it, any way up shows it. */
export function useHideOnScroll(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    // Not asked for: the browser would have to lay out the page at once.
    let last = 0;
    const follow = () => {
      const y = Math.max(0, window.scrollY);
      if (y !== last) setHidden(y > LIMIT && y > last);
      last = y;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isHidden;
}
