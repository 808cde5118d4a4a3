import { useEffect, useRef } from 'react';

/** Whether a form is still there: who has left it while it was saved is not fetched from where they are now. */
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
