import { useEffect, useState } from 'react';

/** The menu stays visible down to this offset, in pixels (SHELL-4). */
const LIMIT = 50;

/** Returns whether the header is hidden: scrolling down past 50 px hides it, scrolling up shows it. */
export function useHideOnScroll(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    // Not initialised from `scrollY`: reading that here would force layout.
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
