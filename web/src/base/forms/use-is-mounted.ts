import { useEffect, useRef } from 'react';

/** Returns whether the form is still mounted, so that a finished save does not navigate a user who has left. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
