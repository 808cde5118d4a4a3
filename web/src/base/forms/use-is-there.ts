import { useEffect, useRef } from 'react';

/** Returns whether the form is still mounted, so that a finished save does not navigate a user who has left. */
export function useIsThere(): () => boolean {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return () => isThere.current;
}
